// What both scripts share: the shape of a run, and what is written of it.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A closed model. A threshold that always holds makes k6 keep the figures of each call by themselves. */
export function options(plan, calls) {
  const thresholds = {};
  for (const [call, metric] of calls) {
    thresholds[`${metric}{call:${call}}`] = ['max>=0'];
    thresholds[`failures{call:${call}}`] = ['count>=0'];
  }
  return {
    scenarios: {
      all: { executor: 'constant-vus', vus: plan.virtual_users, duration: `${plan.seconds}s`, gracefulStop: '60s' },
    },
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
    thresholds,
  };
}

/** The figures of each call, as a file. */
export function measured(plan, chosen, data) {
  const calls = [];
  for (const name of Object.keys(chosen.thresholds)) {
    const [, metric, call] = name.match(/^([^{]+)\{call:(.*)\}$/);
    if (metric === 'failures') {
      continue;
    }
    const nothing = { count: 0, med: 0, 'p(95)': 0, 'p(99)': 0 };
    const figures = data.metrics[name] ? data.metrics[name].values : nothing;
    const failed = data.metrics[`failures{call:${call}}`];
    calls.push({
      name: call,
      count: figures.count,
      failed: failed ? failed.values.count : 0,
      p50_ms: figures.med,
      p95_ms: figures['p(95)'],
      p99_ms: figures['p(99)'],
    });
  }
  return { [plan.summary]: JSON.stringify({ seconds: data.state.testRunDurationMs / 1000, calls }) };
}

/** A ULID of now, with the prefix of turns. */
export function newTurnId() {
  let time = Date.now();
  let stamp = '';
  for (let at = 0; at < 10; at++) {
    stamp = DIGITS[time % 32] + stamp;
    time = Math.floor(time / 32);
  }
  return 'turn_' + stamp + Array.from({ length: 16 }, () => DIGITS[Math.floor(Math.random() * 32)]).join('');
}
