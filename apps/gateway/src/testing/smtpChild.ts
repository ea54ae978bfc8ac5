import { SMTPServer } from 'smtp-server'

/**
 * A mail server in a process of its own: each mail becomes a line of JSON on standard output.
 * Recipients that begin with `bounce` are refused for good, the first try of `later` is put off.
 */
const seen = new Set<string>()
const refusal = (text: string, responseCode: number) =>
  Object.assign(new Error(text), { responseCode })

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    if (username === 'mailer' && password === 'p@ss') done(null, { user: username })
    else done(refusal('wrong password', 535))
  },
  onRcptTo({ address }, _session, done) {
    const isLater = address.startsWith('later') && !seen.has(address)
    seen.add(address)
    if (address.startsWith('bounce')) done(refusal('no such mailbox', 550))
    else if (isLater) done(refusal('try again', 451))
    else done()
  },
  onData(stream, { envelope, user }, done) {
    let raw = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => (raw += chunk))
    stream.on('end', () => {
      const to = envelope.rcptTo.map(({ address }) => address)
      process.stdout.write(`${JSON.stringify({ to, user: user ?? null, raw })}\n`)
      done()
    })
  },
})
// It ends with the test that started it, however that ends.
process.stdin.resume().on('end', () => process.exit())
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const address = server.server.address()
  process.stdout.write(
    `${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`,
  )
})
