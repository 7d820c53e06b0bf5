// What the product's engine sends, by seed and number alone, without anything of k6: the same bars, operations and streams.

import { MIXES } from './workload.js';

const TWO_32 = 4294967296;
const LETTERS = 26;
const OTHER_LENGTH = 100;
const SCAN_LENGTH = 100;
const MOST_STEPS = 10000;
const FIRST_MINUTE = Date.UTC(2020, 0, 1);

// The engine's own bars without a file.
export const BAR_COUNT = 10000;

// Halves of what a function below has made, which is not returned: an array for each would take longer than the arithmetic.
let high = 0;
let low = 0;

// A product of 64 bits. Older versions of k6 have no BigInt.
function multiply(ah, al, bh, bl) {
  const a0 = al & 0xFFFF;
  const a1 = al >>> 16;
  const b0 = bl & 0xFFFF;
  const b1 = bl >>> 16;
  const first = a0 * b0;
  const second = a1 * b0 + (first >>> 16);
  const third = a0 * b1 + (second & 0xFFFF);
  high = (a1 * b1 + (second >>> 16) + (third >>> 16) + Math.imul(ah, bl) + Math.imul(al, bh)) >>> 0;
  low = ((third << 16) | (first & 0xFFFF)) >>> 0;
}

function scramble() {
  multiply((high ^ (high >>> 30)) >>> 0, (low ^ ((low >>> 30) | (high << 2))) >>> 0, 0xBF58476D, 0x1CE4E5B9);
  multiply((high ^ (high >>> 27)) >>> 0, (low ^ ((low >>> 27) | (high << 5))) >>> 0, 0x94D049BB, 0x133111EB);
  low = (low ^ ((low >>> 31) | (high << 1))) >>> 0;
  high = (high ^ (high >>> 31)) >>> 0;
}

function toDouble() {
  return (high * 2097152 + (low >>> 11)) / 9007199254740992;
}

/** The number from 0, less than 1, at a place of the sequence of SplitMix64. */
export function doubleAt(seed, index) {
  const n = index + 1;
  multiply(Math.floor(n / TWO_32), n >>> 0, 0x9E3779B9, 0x7F4A7C15);
  low += seed;
  high = (high + (low >= TWO_32 ? 1 : 0)) >>> 0;
  low = low >>> 0;
  scramble();
  return toDouble();
}

/** Bars as the members of a body behind "apiCallTime", one text each. */
export function createBars(seed, length) {
  let stateHigh = 0;
  let stateLow = seed;
  const step = () => {
    const sum = stateLow + 0x7F4A7C15;
    stateHigh = (stateHigh + 0x9E3779B9 + (sum >= TWO_32 ? 1 : 0)) >>> 0;
    stateLow = sum >>> 0;
    [high, low] = [stateHigh, stateLow];
    scramble();
  };
  const next = () => {
    step();
    return toDouble();
  };
  const walk = (price) => {
    let normal = -6;
    for (let i = 0; i < 12; i++) {
      normal += next();
    }

    const moved = price * (1 + 0.00008 * normal);
    return moved < 0.1 || moved > 10 ? price : moved;
  };
  const bars = [];
  let price = 1.18;
  for (let i = 0; i < length; i++) {
    const quotations = [];
    for (let q = 0; q < 4; q++) {
      quotations.push(round5(price));
      price = walk(price);
    }

    // A whole number below 100 by the upper half of a product, as the engine has it.
    step();
    const ticks = 4 + Math.floor((high * 100 + Math.floor(low * 100 / TWO_32)) / TWO_32);
    const minute = new Date(FIRST_MINUTE + i * 60000).toISOString().slice(0, 19);
    bars.push(`"close":${quotations[3]},"high":${Math.max.apply(null, quotations)},"low":${Math.min.apply(null, quotations)},`
      + `"open":${quotations[0]},"realVolume":0,"tickVolume":${ticks},"time":"${minute}"`);
  }

  return bars;
}

// Half to even, as the engine rounds.
function round5(value) {
  const scaled = value * 100000;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  return (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) / 100000;
}

/** The first currency is EURUSD, further ones are made up. */
export function symbolOf(index) {
  if (index === 0) {
    return 'EURUSD';
  }

  let letters = '';
  for (let rest = index, i = 0; i < 5; i++, rest = Math.floor(rest / LETTERS)) {
    letters = String.fromCharCode(65 + rest % LETTERS) + letters;
  }

  return `X${letters}`;
}

/** Letters that events take their payload from, each at another place. The engine generates every letter, which k6 is too slow for. */
export function createLetters(seed, length) {
  let state = (seed ^ 0x2545F491) >>> 0;
  const parts = [];
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    parts.push(String.fromCharCode(97 + Math.floor(state / TWO_32 * LETTERS)));
  }

  return parts.join('');
}

/** Data of an event of the suite mixed: so many bytes of JSON. Events of the load say when they were sent. */
export function itemData(number, payload, letters, sent) {
  const head = sent ? `{"apiCallTime":"${sent}","number":${number},"payload":"` : `{"number":${number},"payload":"`;
  const length = Math.max(0, payload - head.length - 2);
  const from = (number * 7919) % (letters.length - length);
  return `${head}${letters.substr(from, length)}"}`;
}

/** The operations of the suite mixed, each by seed and number. With a skew streams are chosen by the sums of zipf(). */
export class MixedScript {
  constructor(values, seed, upTo) {
    this.seed = seed;
    this.shares = MIXES[values.mixes];
    this.createShare = this.shares.filter((s) => s[0] === 'create').map((s) => s[1])[0] || 0;
    this.streams = values.streams;
    this.length = values.eventsPerStream;
    // All before the load: those of used streams, then those of others.
    this.filled = values.streams * values.eventsPerStream;
    this.before = this.filled + values.preload;
    this.upTo = values.skews === 0 ? null : upTo;
  }

  get kinds() {
    return this.shares.map((s) => s[0]);
  }

  /** The stream of an event that is there before the load. */
  streamOf(number) {
    return number < this.filled ? `item-${Math.floor(number / this.length)}`
      : `other-${Math.floor((number - this.filled) / OTHER_LENGTH)}`;
  }

  kindAt(number) {
    let place = doubleAt(this.seed, 2 * number);
    for (let i = 0; i < this.shares.length; i++) {
      place -= this.shares[i][1];
      if (place < 0) {
        return this.shares[i][0];
      }
    }

    return this.shares[this.shares.length - 1][0];
  }

  /** Kind and stream of a request. */
  at(number) {
    const kind = this.kindAt(number);
    return {
      kind,
      stream: kind === 'create' ? `new-${number}` : kind === 'loadLatest' ? this.latest(number) : `item-${this.chosen(number)}`,
    };
  }

  chosen(number) {
    const place = doubleAt(this.seed, 2 * number + 1);
    if (!this.upTo) {
      return Math.min(Math.floor(place * this.streams), this.streams - 1);
    }

    const wanted = place * this.upTo[this.streams - 1];
    let low = 0;
    let high = this.streams - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.upTo[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }

    return low;
  }

  // As many creations back as the choice says. The engine counts them; here it is estimated by their share how far back that is, since
  // k6 is too slow to look at thousands of requests.
  latest(number) {
    const back = this.chosen(number);
    const first = number - 1 - Math.floor(back / this.createShare);
    for (let before = first; before >= Math.max(0, number - MOST_STEPS); before--) {
      if (this.kindAt(before) === 'create') {
        return `new-${before}`;
      }
    }

    return `item-${back}`;
  }
}

/** Zipf's law: the n-th of several is taken n^-skew times as often as the first. The sums of these up to each. */
export function zipf(count, skew) {
  const upTo = [];
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += Math.pow(i + 1, -skew);
    upTo.push(sum);
  }

  return upTo;
}

/** What a request of the suite mixed is over HTTP, without its address's beginning. */
export function itemRequest(kind, stream, snapshots) {
  const query = snapshots > 0 ? `snapshots=${snapshots}` : '';
  switch (kind) {
    case 'scan':
      return { path: `streams/${stream}/state?count=${SCAN_LENGTH}`, appends: false };
    case 'load':
    case 'loadLatest':
      return { path: `streams/${stream}/state${query && `?${query}`}`, appends: false };
    case 'update':
      return { path: `streams/${stream}?load=true${query && `&${query}`}`, appends: true };
    default:
      return { path: `streams/${stream}`, appends: true, isNew: kind === 'create' };
  }
}

/** Ids of events, version 7 UUIDs that rise with the number: all but the last ten digits. */
export function idPrefix(moment, random) {
  const time = hex(moment, 12);
  const tail = hex(Math.floor(random * 68719476736), 9);
  const variant = (8 + (parseInt(tail[3], 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7)}`;
}

export function idOf(prefix, number) {
  return prefix + hex(number, 10);
}

function hex(number, digits) {
  return number.toString(16).padStart(digits, '0');
}
