// Workload files of the product, without anything of k6: a profile, its values, and the steps that they make.

const UNITS = { us: 0.001, ms: 1, s: 1000, m: 60000, h: 3600000 };
const SIZES = { B: 1, KB: 1024, MB: 1024 * 1024, GB: 1024 * 1024 * 1024 };

// Shares of the operations in a mix, in the order in which a place between 0 and 1 is looked up.
export const MIXES = {
  'service': [['update', 0.8], ['load', 0.15], ['create', 0.05]],
  'ycsb-a': [['load', 0.5], ['append', 0.5]],
  'ycsb-b': [['load', 0.95], ['append', 0.05]],
  'ycsb-c': [['load', 1]],
  'ycsb-d': [['loadLatest', 0.95], ['create', 0.05]],
  'ycsb-e': [['scan', 0.95], ['create', 0.05]],
  'ycsb-f': [['load', 0.5], ['update', 0.5]],
};

// What k6 does not do here is a mistake rather than ignored: the figures would be called after something that was not there.
const REFUSED = {
  slo: 'searches a rate, and k6 keeps one: give it by rates',
  apiNodes: 'is up to the API that is there already',
  networkDelays: 'is up to the API and the server that are there already',
  networkBandwidth: 'is up to the API and the server that are there already',
};

// Several runs, or what is made of them.
const IGNORED = ['trials', 'untilDecided', 'margin', 'thresholds'];

const TIMED = { copies: count(1, 1000), rates: positive(100000), ramp: flag, duration: time(100), warmUp: time(0), timeout: time(10) };

// How each key is read, and for keys with several values that each value makes a step.
const SUITES = {
  append: {
    keys: Object.assign({}, TIMED, { streams: count(1, 100000) }),
    defaults: { ramp: false },
    axes: [],
  },
  mixed: {
    keys: Object.assign({}, TIMED, {
      mixes: name(Object.keys(MIXES)), streams: count(1, 10000000), skews: between(0, 5), payloads: size(100, 1024 * 1024),
      eventsPerStream: count(1, 100000), snapshots: count(0, 1000000), readModels: count(0, 10), preload: count(0, 100000000),
    }),
    defaults: {
      ramp: false, skews: [0], payloads: ['256B'], eventsPerStream: [10], snapshots: [0], readModels: [0], preload: 0,
    },
    axes: ['mixes', 'streams', 'skews', 'payloads', 'eventsPerStream', 'snapshots', 'readModels'],
  },
};

/** The steps of a profile, in the product's order. Throws an Error in the user's words. */
export function readWorkload(text, file, profile) {
  const root = parse(text, file);
  const suite = SUITES[root.suite];
  if (!suite) {
    throw new Error(`${file}: k6 runs the suites append and mixed, not '${root.suite}'.`);
  }

  const profiles = root.profiles || {};
  const names = Object.keys(profiles);
  const chosen = names.length === 1 ? names[0] : profile || 'quick';
  if (names.indexOf(chosen) < 0) {
    throw new Error(`${file}: there is no profile '${chosen}'; valid are ${names.join(', ')}. Name one by -e PROFILE=NAME.`);
  }

  const given = profiles[chosen];
  const values = Object.assign({}, suite.defaults, given);
  const parameters = {};
  Object.keys(given).forEach((key) => {
    if (REFUSED[key]) {
      throw new Error(`${file}: profiles.${chosen}: '${key}' ${REFUSED[key]}. Take it out.`);
    }

    if (!suite.keys[key] && IGNORED.indexOf(key) < 0) {
      throw new Error(`${file}: profiles.${chosen}: unknown key '${key}'; valid are ${Object.keys(suite.keys).join(', ')}.`);
    }
  });
  Object.keys(suite.keys).forEach((key) => {
    if (values[key] !== undefined) {
      parameters[key] = isList(key, suite) ? list(values[key], suite.keys[key], `${file}: profiles.${chosen}.${key}`)
        : suite.keys[key](values[key], `${file}: profiles.${chosen}.${key}`);
    } else if (key !== 'copies' && key !== 'rates') {
      throw new Error(`${file}: profiles.${chosen}: the key '${key}' is missing.`);
    }
  });
  if (Boolean(parameters.copies) === Boolean(parameters.rates)) {
    throw new Error(`${file}: profiles.${chosen}: give copies (closed model) or rates (open model), one of them.`);
  }

  return { suite: root.suite, profile: chosen, steps: steps(suite, parameters, values) };
}

/** The step of a number from 1 on. Without a number there must be one step only. */
export function chooseStep(workload, number) {
  if (!number && workload.steps.length === 1) {
    return workload.steps[0];
  }

  const chosen = workload.steps[Number(number) - 1];
  if (!chosen) {
    const all = workload.steps.map((s) => `${s.number}: ${s.name}`).join('; ');
    throw new Error(`The workload has ${workload.steps.length} steps, and k6 runs one. Name it by -e STEP=NUMBER. ${all}`);
  }

  return chosen;
}

// The product allows comments and trailing commas.
function parse(text, file) {
  const keepStrings = (match) => (match[0] === '"' ? match : '');
  const bare = text.replace(/^\uFEFF/, '')
    .replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepStrings)
    .replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, keepStrings);
  try {
    return JSON.parse(bare);
  } catch (e) {
    throw new Error(`${file}: invalid JSON: ${e.message}`);
  }
}

function isList(key, suite) {
  return key === 'copies' || key === 'rates' || suite.axes.indexOf(key) >= 0;
}

// The last axis varies first; within its values copies or rates.
function steps(suite, parameters, values) {
  const model = parameters.copies ? 'copies' : 'rates';
  const axes = suite.axes.concat([model]);
  const all = axes.reduce((found, axis) => {
    const next = [];
    found.forEach((one) => parameters[axis].forEach((value, i) => {
      const both = { values: Object.assign({}, one.values), texts: Object.assign({}, one.texts) };
      both.values[axis] = value;
      both.texts[axis] = values[axis][i];
      next.push(both);
    }));
    return next;
  }, [{ values: {}, texts: {} }]);
  return all.map((one, i) => {
    const texts = Object.assign({}, values, one.texts);
    IGNORED.forEach((key) => delete texts[key]);
    return {
      number: i + 1,
      name: axes.map((axis) => `${axis} ${one.texts[axis]}`).join(', '),
      values: Object.assign({}, parameters, one.values),
      texts,
    };
  });
}

function list(value, read, place) {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Error(`${place}: must be an array of values.`);
  }

  return value.map((item) => read(item, place));
}

function must(isRight, value, place, requirement) {
  if (!isRight) {
    throw new Error(`${place}: must be ${requirement}, not ${JSON.stringify(value)}.`);
  }

  return value;
}

function count(min, max) {
  return (value, place) => must(
    Number.isInteger(value) && value >= min && value <= max, value, place, `an integer between ${min} and ${max}`);
}

function between(min, max) {
  return (value, place) => must(
    typeof value === 'number' && value >= min && value <= max, value, place, `a number between ${min} and ${max}`);
}

function positive(max) {
  return (value, place) => must(
    typeof value === 'number' && value > 0 && value <= max, value, place, `a number greater than 0 and at most ${max}`);
}

function flag(value, place) {
  return must(typeof value === 'boolean', value, place, 'true or false');
}

function name(names) {
  return (value, place) => must(names.indexOf(value) >= 0, value, place, `one of ${names.join(', ')}`);
}

// Milliseconds.
function time(min) {
  return (value, place) => {
    const parts = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(value);
    const read = value === '0' ? 0 : parts && Number(parts[1]) * UNITS[parts[2]];
    must(read !== null && read >= min, value, place, `a duration of at least ${min}ms with a unit: us, ms, s, m or h`);
    return read;
  };
}

// Bytes.
function size(min, max) {
  return (value, place) => {
    const parts = /^(\d+)(B|KB|MB|GB)$/i.exec(value);
    const read = parts && Number(parts[1]) * SIZES[parts[2].toUpperCase()];
    must(read !== null && read >= min && read <= max, value, place, `a size between ${min}B and ${max}B with a unit: B, KB, MB or GB`);
    return read;
  };
}
