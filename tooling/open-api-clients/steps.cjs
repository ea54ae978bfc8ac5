/** Runs steps of a client one after the other, and ends with 1 where one failed. */
let hasFailed = false

async function step(name, run) {
  try {
    const answer = await run()
    console.log('ok', name, JSON.stringify(answer)?.slice(0, 100) ?? '')
    return answer
  } catch (error) {
    hasFailed = true
    console.log('FAILED', name, error.message, JSON.stringify(error.response?.data) ?? '')
    return undefined
  }
}

/** Passes where `run` is refused with a text that `expected` matches. */
const refused = (name, expected, run) =>
  step(name, async () => {
    const text = await run().then(
      () => 'was taken',
      (error) =>
        `${error.constructor.name} ${error.message} ${JSON.stringify(error.response?.data)}`,
    )
    if (!expected.test(text)) throw new Error(text)
    return text
  })

/**
 * Acts until what is watched has come: a socket that is still opening misses what happened before.
 */
async function actUntil(watched, act) {
  let isOver = false
  const seen = watched.finally(() => (isOver = true))
  while (!isOver) {
    await act()
    await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, 1_000))])
  }
  return seen
}

const end = () => process.exit(hasFailed ? 1 : 0)

module.exports = { step, refused, actUntil, end }
