// Runs in the page before the app. Counts market messages; from `start` on it records when each
// arrived, when the next frame ended, and how often the document changed: in each frame that takes
// a tenth of a live page's script, so that script is measured before.

/** Uses nothing from outside the function: it is sent to the page as text. */
export function probe() {
  const seen = { messages: 0, latencies: [], frames: 0, changed: 0, mostChanges: 0, again: 0 }
  let isStarted = false
  let waiting = []
  let changes = 0
  const Native = globalThis.WebSocket
  globalThis.WebSocket = class extends Native {
    constructor(...options) {
      super(...options)
      this.addEventListener('message', ({ timeStamp }) => {
        seen.messages++
        if (isStarted) waiting.push(timeStamp)
      })
    }
  }
  // The chart draws on canvases at other times; only changes of the document count.
  const isDrawing = ({ target, attributeName }) =>
    target instanceof HTMLCanvasElement ||
    (attributeName === 'style' &&
      target instanceof Element &&
      target.querySelector('canvas') !== null)
  const observer = new MutationObserver((records) => (changes += records.every(isDrawing) ? 0 : 1))
  const after = new MessageChannel()
  let due = []
  let isDrawn = true
  const end = () => {
    if (isDrawn) return
    isDrawn = true
    const now = performance.now()
    for (const at of due) seen.latencies.push(now - at)
    seen.frames++
    if (changes > 0) seen.changed++
    if (changes > 1) seen.again++
    seen.mostChanges = Math.max(seen.mostChanges, changes)
    changes = 0
  }
  after.port1.onmessage = ({ data }) => data === last && end()
  let last = 0
  const frame = () => {
    // On a busy machine the next frame begins before the message of this one has come.
    end()
    isDrawn = false
    due = waiting
    waiting = []
    after.port2.postMessage(++last)
    requestAnimationFrame(frame)
  }
  globalThis.probe = {
    start() {
      isStarted = true
      const all = { subtree: true, childList: true, characterData: true, attributes: true }
      observer.observe(document, all)
      requestAnimationFrame(frame)
    },
    take() {
      const taken = { ...seen }
      Object.assign(seen, {
        messages: 0,
        latencies: [],
        frames: 0,
        changed: 0,
        mostChanges: 0,
        again: 0,
      })
      return taken
    },
  }
}
