import {
  ALWAYS_VISIBLE,
  browserClock,
  browserPorts,
  browserSocket,
  type BrowserPorts,
} from './browser.ts'

/**
 * The ports of a server or a script: clock, randomness and a reporter that writes to the console.
 * There is no page and there are no tabs: `visibility` always says visible, `locks` is undefined
 * and `openChannel` returns undefined. Where a package takes `browserPorts()`, it takes these.
 */
export function nodePorts(): BrowserPorts {
  const { clock, random, reporter } = browserPorts()
  return {
    clock,
    random,
    reporter,
    visibility: ALWAYS_VISIBLE,
    locks: undefined,
    openChannel: () => undefined,
  }
}

export {
  /** The clock of `nodePorts`, with timers of any length. */
  browserClock as nodeClock,
  /**
   * A function that opens a WebSocket to an absolute address; `http` becomes `ws`. It uses the
   * global WebSocket of Node 22 and later.
   */
  browserSocket as nodeSocket,
}
