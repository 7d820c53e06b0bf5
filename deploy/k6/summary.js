// The summary that `esb report` reads, without anything of k6's modules. README.md describes it.

export const FORMAT = 'eventsourcingbench-k6';

const EMPTY = { count: 0, p50: null, p90: null, p95: null, p99: null, max: null };

/** Null where nothing was measured. */
export function summarise(data, about, step, file) {
  const metrics = data.metrics || {};
  const value = (metric, name) => (metrics[metric] ? metrics[metric].values[name] : 0);
  const of = (metric, kind) => (metrics[`${metric}{operation:${kind}}`] ? metrics[`${metric}{operation:${kind}}`].values : { count: 0 });
  const requests = value('esb_requests', 'count');
  if (!about || !requests) {
    return null;
  }

  const seconds = value('esb_elapsed', 'max') / 1000;
  const successes = value('esb_latency', 'count');
  const planned = step.values.warmUp + step.values.duration;
  const operations = {};
  about.operations.forEach((kind) => {
    operations[kind] = {
      requests: of('esb_requests', kind).count,
      conflicts: of('esb_conflicts', kind).count,
      errors: of('esb_errors', kind).count,
      timeouts: of('esb_timeouts', kind).count,
      latencyMs: latency(of('esb_latency', kind)),
    };
  });
  return {
    format: FORMAT,
    version: 1,
    verified: false,
    k6Version: about.k6Version,
    suite: about.suite,
    workload: { file: file.split('/').pop(), profile: about.profile, step: step.number, steps: about.steps, parameters: step.texts },
    seed: about.seed,
    api: withoutSecrets(about.api),
    store: about.store,
    startedAt: new Date(value('esb_started', 'max')).toISOString(),
    warmUpSeconds: step.values.warmUp / 1000,
    durationSeconds: step.values.duration / 1000,
    measuredSeconds: round(seconds),
    interrupted: data.state.testRunDurationMs < planned,
    model: step.values.copies ? 'closed' : 'open',
    copies: step.values.copies || null,
    rate: step.values.rates || null,
    requests: {
      sent: requests,
      successes,
      conflicts: value('esb_conflicts', 'count'),
      errors: value('esb_errors', 'count'),
      timeouts: value('esb_timeouts', 'count'),
      notSent: notSent(step.values, requests, value('dropped_iterations', 'count')),
    },
    requestsPerSecond: round(requests / seconds),
    successesPerSecond: round(successes / seconds),
    latencyMs: latency(metrics.esb_latency ? metrics.esb_latency.values : { count: 0 }),
    operations,
  };
}

/** What a person reads at the end. */
export function describe(summary) {
  if (!summary) {
    return '\nNothing was measured.\n';
  }

  const sent = summary.requests;
  const rows = Object.keys(summary.operations).map((kind) => {
    const times = summary.operations[kind].latencyMs;
    const cells = ['count', 'p50', 'p90', 'p95', 'p99', 'max'].map((name) => (times[name] === null ? '-' : String(times[name])));
    return [kind].concat(cells).map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(10))).join('');
  });
  const load = summary.model === 'closed' ? `${summary.copies} copies` : `${summary.rate} requests/s`;
  const heads = ['ms', 'count', 'p50', 'p90', 'p95', 'p99', 'max'].map((h, i) => (i === 0 ? h.padEnd(12) : h.padStart(10))).join('');
  const outcomes = `${sent.conflicts} conflicts, ${sent.errors} errors, ${sent.timeouts} timeouts, ${sent.notSent} not sent`;
  return `\n${summary.suite} on ${summary.store.name} by k6, ${load}: ${summary.successesPerSecond} successes/s in `
    + `${summary.measuredSeconds} s; ${outcomes}. Not verified.\n${heads}\n${rows.join('\n')}\n`;
}

// k6 counts what it did not send for want of a free copy, in the warm-up too; what was due in the measured time says how much of it.
function notSent(values, requests, dropped) {
  if (!values.rates || !dropped) {
    return 0;
  }

  const due = Math.ceil(values.rates * values.duration / 1000 / (values.ramp ? 2 : 1));
  return Math.min(dropped, Math.max(0, due - requests));
}

function latency(values) {
  return values.count
    ? {
      count: values.count, p50: round(values.med), p90: round(values['p(90)']), p95: round(values['p(95)']), p99: round(values['p(99)']),
      max: round(values.max),
    }
    : Object.assign({}, EMPTY);
}

/** An address without user, password and query. */
export function withoutSecrets(address) {
  return address.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/[?#].*$/, '').replace(/\/+$/, '');
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
