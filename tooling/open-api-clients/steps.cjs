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

const end = () => process.exit(hasFailed ? 1 : 0)

module.exports = { step, refused, end }
