// Loads a store behind the API by k6, with the requests of the product's own engine. One run is one step of a workload file:
//   k6 run -e WORKLOAD=loadtests/workloads/append.json -e STEP=2 -e API=http://127.0.0.1:5080 -e STORE=sqlite deploy/k6/esb.js
// README.md has the variables, the format of the summary, and what differs from the engine. Nothing is verified.

import http from 'k6/http';
import exec from 'k6/execution';
import { SharedArray } from 'k6/data';
import { Counter, Gauge, Trend } from 'k6/metrics';
import { chooseStep, readWorkload } from './workload.js';
import {
  BAR_COUNT, MixedScript, createBars, createLetters, idOf, idPrefix, itemData, itemRequest, symbolOf, zipf,
} from './content.js';
import { describe, summarise, withoutSecrets } from './summary.js';

// As the engine has it: so many requests are under way in the open model at most.
const MAX_IN_FLIGHT = 256;
const LETTERS = 65536;
const JSON_TYPE = 'application/json';
const BULK_EVENTS = 5000;
const BULK_CHARACTERS = 8000000;

const file = wanted('WORKLOAD', 'a workload file, such as loadtests/workloads/append.json');
const api = wanted('API', 'the address of the API, such as http://127.0.0.1:5080').replace(/\/+$/, '');
const store = wanted('STORE', 'a store that the API serves, such as sqlite');
const seed = readSeed(__ENV.SEED || '1');

const workload = readWorkload(readFile(file), file, __ENV.PROFILE);
const step = chooseStep(workload, __ENV.STEP);
const values = step.values;
const isAppend = workload.suite === 'append';
const base = `${api}/stores/${store}/`;

// Made once for all copies.
const upTo = new SharedArray('zipf', () => (isAppend || values.skews === 0 ? [] : zipf(values.streams, values.skews)));
const bars = new SharedArray('bars', () => (isAppend ? createBars(seed, BAR_COUNT) : []));
const lettersOf = new SharedArray('letters', () => (isAppend ? [''] : [createLetters(seed, Math.max(LETTERS, 2 * values.payloads))]));
const letters = lettersOf[0];
const script = isAppend ? null : new MixedScript(values, seed, upTo);
const operations = isAppend ? ['append'] : script.kinds;

// All of the measured time; the warm-up is in k6's own metrics only.
const latency = new Trend('esb_latency', true);
const requests = new Counter('esb_requests');
const conflicts = new Counter('esb_conflicts');
const errors = new Counter('esb_errors');
const timeouts = new Counter('esb_timeouts');
const started = new Gauge('esb_started');
const elapsed = new Gauge('esb_elapsed');

export const options = {
  scenarios: { load: values.copies ? closedModel() : openModel() },
  // k6 sums up by a tag only what a threshold names; these always hold.
  thresholds: operations.reduce((all, kind) => {
    all[`esb_latency{operation:${kind}}`] = ['max>=0'];
    ['requests', 'conflicts', 'errors', 'timeouts'].forEach((name) => {
      all[`esb_${name}{operation:${kind}}`] = ['count>=0'];
    });
    return all;
  }, {}),
  summaryTrendStats: ['count', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
  // Without the address, which is another one for each new stream.
  systemTags: ['scenario', 'method', 'status', 'error_code'],
  // A store is filled here.
  setupTimeout: '4h',
};

export function setup() {
  const details = http.get(base, plain('store'));
  if (details.status !== 200) {
    exec.test.abort(`${withoutSecrets(base)}: ${problem(details)}`);
  }

  if (__ENV.RESET === 'true') {
    required(http.post(`${base}reset`, null, plain('reset')), 'The store could not be emptied');
  }

  const about = JSON.parse(details.body);
  const moment = Date.now();
  const prefix = idPrefix(moment, Math.random());
  if (!isAppend) {
    fill(prefix, about.bulkAppends);
  }

  return {
    prefix,
    api,
    k6Version: versionOf(details),
    suite: workload.suite,
    profile: workload.profile,
    steps: workload.steps.length,
    operations,
    seed,
    store: {
      name: store, durability: about.durability, serverVersion: about.serverVersion, clientVersion: about.clientVersion,
    },
  };
}

export default function (about) {
  const sent = Date.now();
  const number = exec.scenario.iterationInTest;
  const from = exec.scenario.startTime + values.warmUp;
  const isMeasured = sent >= from;
  const request = isAppend ? appendOf(number, sent, about.prefix) : mixedOf(number, sent, about.prefix);
  const tags = { operation: request.kind, phase: isMeasured ? 'measured' : 'warmUp' };
  const params = { headers: request.headers, tags, timeout: values.timeout, redirects: 0 };
  const answer = request.body ? http.post(request.address, request.body, params) : http.get(request.address, params);
  if (isMeasured) {
    record(answer, request.kind, from);
  }
}

export function teardown() {
  readModels().forEach((name) => required(http.del(`${base}projections/${name}`, null, plain('projection')), `${name} runs on`));
}

export function handleSummary(data) {
  const summary = summarise(data, data.setup_data, step, file);
  const to = __ENV.SUMMARY || 'k6-summary.json';
  const output = { stdout: describe(summary) };
  if (summary) {
    output[absolute(to)] = `${JSON.stringify(summary, null, 2)}\n`;
    output.stdout += `${to}\n`;
  }

  return output;
}

function appendOf(number, sent, prefix) {
  return {
    kind: 'append',
    address: `${base}currencies/${symbolOf(number % values.streams)}/bars`,
    body: `{"apiCallTime":"${timeOf(sent)}",${bars[number % BAR_COUNT]}}`,
    headers: { 'Content-Type': JSON_TYPE, 'Idempotency-Key': idOf(prefix, number) },
  };
}

function mixedOf(number, sent, prefix) {
  const operation = script.at(number);
  const wish = itemRequest(operation.kind, operation.stream, values.snapshots);
  const request = { kind: operation.kind, address: base + wish.path };
  if (wish.appends) {
    const event = script.before + number;
    request.body = `{"type":"ItemChanged","data":${itemData(event, values.payloads, letters, timeOf(sent))}}`;
    request.headers = { 'Content-Type': JSON_TYPE, 'Idempotency-Key': idOf(prefix, event) };
    if (wish.isNew) {
      request.headers['If-None-Match'] = '*';
    }
  }

  return request;
}

// By copy.
let hasStarted = false;
let isSilent = false;

// The time is that of an answer with success, as the engine measures it: the wait for a connection, and making one, belong to it.
function record(answer, kind, from) {
  const tags = { operation: kind };
  const status = answer.status;
  requests.add(1, tags);
  elapsed.add(Date.now() - from);
  if (status >= 200 && status < 300) {
    const t = answer.timings;
    latency.add(t.blocked + t.duration, tags);
  } else if (status === 409 || status === 412) {
    conflicts.add(1, tags);
  } else {
    (isUnknown(answer) ? timeouts : errors).add(1, tags);
    complain(answer);
  }

  if (!hasStarted) {
    hasStarted = true;
    started.add(from);
  }
}

// Whether the event may be there: no answer, or one that does not say that nothing was done. Without a connection nothing was sent.
function isUnknown(answer) {
  const code = answer.error_code;
  return answer.status === 0
    ? !(code >= 1100 && code < 1200) && !(code >= 1210 && code < 1220) && !(code >= 1300 && code < 1400)
    : answer.status >= 500 && answer.status !== 503;
}

// The first of each copy: a store that fails would fill the terminal.
function complain(answer) {
  if (!isSilent) {
    isSilent = true;
    console.warn(problem(answer));
  }
}

// What is in the store before the load, as the engine leaves it.
function fill(prefix, isBulk) {
  if (JSON.parse(required(http.get(`${base}streams/item-0/state`, plain('state')), 'The store cannot be read').body).version > 0) {
    exec.test.abort('The store has events of an earlier run. Restart the API, or start it with --allow-reset and k6 with -e RESET=true.');
  }

  let lines = [];
  let size = 0;
  for (let number = 0; number < script.before; number++) {
    const [stream, id, data] = [script.streamOf(number), idOf(prefix, number), itemData(number, values.payloads, letters, null)];
    if (!isBulk) {
      const headers = { 'Content-Type': JSON_TYPE, 'Idempotency-Key': id };
      required(http.post(`${base}streams/${stream}`, `{"type":"ItemChanged","data":${data}}`, plain('fill', headers)), 'Filling failed');
      continue;
    }

    lines.push(`{"stream":"${stream}","id":"${id}","type":"ItemChanged","data":${data}}\n`);
    size += lines[lines.length - 1].length;
    if (lines.length === BULK_EVENTS || size > BULK_CHARACTERS || number === script.before - 1) {
      const headers = { 'Content-Type': 'application/x-ndjson' };
      required(http.post(`${base}events`, lines.join(''), plain('fill', headers)), 'Filling failed');
      [lines, size] = [[], 0];
    }
  }

  // What earlier loads would have left: one snapshot of each stream, which a load of it stores.
  for (let i = 0; values.snapshots > 0 && values.eventsPerStream >= values.snapshots && i < values.streams; i++) {
    required(http.get(`${base}streams/item-${i}/state?snapshots=${values.snapshots}`, plain('state')), 'A snapshot failed');
  }

  readModels().forEach((name) => required(http.put(`${base}projections/${name}`, null, plain('projection')), `${name} did not start`));
}

function readModels() {
  return Array.from({ length: values.readModels || 0 }, (_, i) => `items_${i + 1}`);
}

function closedModel() {
  // Where the load rises, the copies of the warm-up end, and then join one after the other.
  const stages = values.ramp
    ? [{ duration: ms(values.warmUp), target: values.copies }, { duration: '0s', target: 0 }, measured(values.copies)]
    : [{ duration: ms(values.warmUp + values.duration), target: values.copies }];
  return {
    executor: 'ramping-vus', startVUs: values.ramp && !values.warmUp ? 0 : values.copies, stages, gracefulStop: grace(),
    gracefulRampDown: grace(),
  };
}

function openModel() {
  // k6 takes whole numbers only: 0.5 a second are 5 in 10 seconds.
  let [rate, seconds] = [values.rates, 1];
  while (!Number.isInteger(rate) && seconds < 1000000) {
    seconds *= 10;
    rate = Number((values.rates * seconds).toFixed(6));
  }

  rate = Math.max(1, Math.round(rate));
  const stages = values.ramp
    ? [{ duration: ms(values.warmUp), target: rate }, { duration: '0s', target: 0 }, measured(rate)]
    : [{ duration: ms(values.warmUp + values.duration), target: rate }];
  return {
    executor: 'ramping-arrival-rate', startRate: values.ramp && !values.warmUp ? 0 : rate, timeUnit: `${seconds}s`, stages,
    preAllocatedVUs: MAX_IN_FLIGHT, maxVUs: MAX_IN_FLIGHT, gracefulStop: grace(),
  };
}

function measured(target) {
  return { duration: ms(values.duration), target };
}

// A request under way at the end is answered or times out.
function grace() {
  return ms(values.timeout + 1000);
}

function ms(value) {
  return `${Math.round(value)}ms`;
}

// With as many digits as the engine has.
function timeOf(milliseconds) {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}0000+00:00`;
}

function plain(operation, headers) {
  return { headers, tags: { operation, phase: 'setup' }, timeout: '10m' };
}

function required(answer, what) {
  if (answer.status < 200 || answer.status >= 300) {
    exec.test.abort(`${what}: ${problem(answer)}`);
  }

  return answer;
}

function problem(answer) {
  if (answer.status === 0) {
    return answer.error;
  }

  try {
    const body = JSON.parse(answer.body);
    return `HTTP ${answer.status}: ${body.detail || body.title}`;
  } catch (e) {
    // Not the API's: the status is what can be said of it.
    return `HTTP ${answer.status}`;
  }
}

// k6 tells its version to servers only.
function versionOf(answer) {
  const agent = [].concat(answer.request.headers['User-Agent'] || '')[0];
  const found = /k6\/v?([^\s]+)/.exec(agent);
  return found ? found[1] : 'unknown';
}

function readSeed(text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 2147483647) {
    throw new Error(`SEED must be a whole number from 0 to 2147483647, not ${text}.`);
  }

  return number;
}

function readFile(path) {
  try {
    return open(absolute(path));
  } catch (e) {
    throw new Error(`The workload file ${path} cannot be read: ${e.message || e}`);
  }
}

// k6 takes paths relative to the script; users mean their working folder.
function absolute(path) {
  return path[0] === '/' || !__ENV.PWD ? path : `${__ENV.PWD}/${path}`;
}

function wanted(name, what) {
  if (!__ENV[name]) {
    throw new Error(`Name ${what}, by -e ${name}=...`);
  }

  return __ENV[name];
}
