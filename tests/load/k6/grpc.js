// Calls of one gRPC service, one after another, by each virtual user; the plan says which (tests/load/loading/k6.py).
import grpc from 'k6/net/grpc';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { measured, newTurnId, options as common } from './common.js';

const plan = JSON.parse(open(__ENV.PLAN));
const client = new grpc.Client();
client.load([plan.protos], plan.proto);
const params = { metadata: { 'x-amy-mesh-token': plan.mesh_token }, timeout: '60s' };

const failures = new Counter('failures');
const streamed = new Trend('streamed', true);
const steps = plan.calls.flatMap((call) => (call.follow ? [call, call.follow] : [call]));
export const options = common(plan, steps.map((call) => [call.name, call.streams ? 'streamed' : 'grpc_req_duration']));

export default async function () {
  const turn = exec.vu.idInTest - 1;
  if (exec.vu.iterationInScenario === 0) {
    client.connect(plan.address, { plaintext: true });
  }
  const call = plan.calls[(turn + exec.vu.iterationInScenario) % plan.calls.length];
  const user = plan.users[turn % plan.users.length];
  const request = { ...call.request, user_id: user };
  if (call.new_turn_id) {
    request.turn_id = newTurnId();
  }
  const answer = await made(call, call.named ? request : call.request);
  if (answer && call.follow) {
    await made(call.follow, { user_id: user, turn_id: answer.turn.id });
  }
}

/** The answer of a call, for a stream its last message; null if it failed. */
async function made(call, request) {
  const tags = { call: call.name };
  if (call.streams) {
    const began = Date.now();
    const last = await read(call, request);
    streamed.add(Date.now() - began, tags);
    return judged(call, last && last[call.ends] ? last : null, JSON.stringify(last));
  }
  const response = client.invoke(plan.service + '/' + call.name, request, { ...params, tags });
  return judged(call, response.status === grpc.StatusOK ? response.message : null, JSON.stringify(response.error));
}

function read(call, request) {
  return new Promise((resolve) => {
    const stream = new grpc.Stream(client, plan.service + '/' + call.name, params);
    let last = null;
    stream.on('data', (message) => {
      last = call.within ? message[call.within] : message;
    });
    stream.on('error', (error) => {
      console.error(call.name, JSON.stringify(error));
      last = null;
    });
    stream.on('end', () => resolve(last));
    stream.write(request);
    stream.end();
  });
}

function judged(call, answer, seen) {
  if (answer === null) {
    failures.add(1, { call: call.name });
    console.error(call.name, seen);
  }
  return answer;
}

export const handleSummary = (data) => measured(plan, options, data);
