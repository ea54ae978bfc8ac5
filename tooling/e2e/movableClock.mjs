// `node --import` of this file lets a journey move the clock of a process while it runs: the file
// that `CLOCK_OFFSET_FILE` names holds the milliseconds that are added to the time of day.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_OFFSET_FILE']
const READ_EVERY_MS = 100
const realNow = Date.now
const RealDate = Date
let offset = 0

function read() {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // Nothing has moved yet.
  }
}

if (file) {
  read()
  setInterval(read, READ_EVERY_MS).unref()
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(realNow() + offset)
      else super(...given)
    }
    static now() {
      return realNow() + offset
    }
  }
}
