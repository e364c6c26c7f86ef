// Whole turns over HTTP: ask, read the events to the end, look at the list; by each virtual user, one after another.
import http from 'k6/http';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { measured, options as common } from './common.js';

const plan = JSON.parse(open(__ENV.PLAN));
const failures = new Counter('failures');
const turns = new Trend('turns', true);
const POST = 'POST /v1/turns';
const EVENTS = 'GET /v1/turns/{id}/events';
const LIST = 'GET /v1/turns';
const TURN = 'whole turn';
export const options = common(plan, [
  [POST, 'http_req_duration'],
  [EVENTS, 'http_req_duration'],
  [LIST, 'http_req_duration'],
  [TURN, 'turns'],
]);

export default function () {
  const headers = { Authorization: `Bearer ${plan.admin_key}`, 'Amy-User': someUser(), 'Content-Type': 'application/json' };
  const content = plan.questions[Math.floor(Math.random() * plan.questions.length)];
  const began = Date.now();
  const asked = sent(POST, 201, '"id"', (params) =>
    http.post(`${plan.base_url}/v1/turns`, JSON.stringify({ messages: [{ role: 'user', content }] }), params), headers);
  const url = `${plan.base_url}/v1/turns/${asked ? asked.json('id') : 'none'}/events`;
  const told = asked && sent(EVENTS, 200, '\nevent: turn.completed\n', (params) => http.get(url, params), {
    ...headers,
    Accept: 'text/event-stream',
  });
  turns.add(Date.now() - began, { call: TURN });
  if (!told) {
    failures.add(1, { call: TURN });
  }
  sent(LIST, 200, '"data"', (params) => http.get(`${plan.base_url}/v1/turns?limit=20`, params), headers);
}

/** No two virtual users ever ask for the same person, who may have three turns in flight. */
function someUser() {
  const own = plan.users.filter((_, at) => at % plan.virtual_users === (exec.vu.idInTest - 1) % plan.virtual_users);
  return own[Math.floor(Math.random() * own.length)];
}

/** The response, or null if it is not what was asked for. */
function sent(call, status, holding, send, headers) {
  const response = send({ headers, tags: { call, name: call }, timeout: '180s' });
  if (response.status === status && ('\n' + response.body).includes(holding)) {
    return response;
  }
  failures.add(1, { call });
  console.error(call, response.status, String(response.body).slice(-300));
  return null;
}

export const handleSummary = (data) => measured(plan, options, data);
