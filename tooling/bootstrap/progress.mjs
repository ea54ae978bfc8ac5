const started = Date.now()

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** Prints one line of progress with the time since the start. */
export function say(line) {
  process.stdout.write(`[${seconds(Date.now() - started).padStart(7)}] ${line}\n`)
}

/**
 * Runs a step and prints its name before and its time after. A failing step is named before its
 * error is rethrown.
 */
export async function step(name, run) {
  say(`${name} …`)
  const from = Date.now()
  try {
    const result = await run()
    say(`${name}: done in ${seconds(Date.now() - from)}`)
    return result
  } catch (error) {
    say(`${name}: FAILED after ${seconds(Date.now() - from)}`)
    throw error
  }
}

/** An error that is printed without its stack. */
export class Plain extends Error {}
