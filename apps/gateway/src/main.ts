/**
 * The oldest Node whose RSA decryption does not report wrong padding from right (implicit
 * rejection).
 */
const NEEDED = [22, 22, 2] as const

const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)
const isNewEnough =
  major !== NEEDED[0]
    ? major > NEEDED[0]
    : minor !== NEEDED[1]
      ? minor > NEEDED[1]
      : patch >= NEEDED[2]

if (!isNewEnough) {
  console.error(
    `The gateway needs Node ${NEEDED.join('.')} or later; this is ` +
      `${process.versions.node}. npm start in the repository brings its own.`,
  )
  process.exit(1)
}

// Loaded after the check: an older Node fails on what it imports.
const [command, ...args] = process.argv.slice(2)
try {
  const role = process.env['ROLE'] ?? 'all'
  if (role !== 'all' && role !== 'edge' && role !== 'ledger')
    throw new Error(`ROLE is ${JSON.stringify(role)}; it must be all, edge or ledger.`)
  if (command === undefined && role === 'edge')
    await (await import('./edge/runEdge.ts')).runEdge(process.env)
  else if (command === undefined && role === 'ledger')
    await (await import('./ledger/runLedger.ts')).runLedger(process.env)
  else if (command === undefined) await (await import('./run.ts')).run(process.env)
  else await (await import('./commands/runCommand.ts')).runCommand(command, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env['DEBUG'] && error instanceof Error) console.error(error.stack)
  process.exit(1)
}

export {}
