// A naive server: one timer, and each message serialised and framed for each client.
import { createRequire } from 'node:module'
import path from 'node:path'

const { WebSocketServer } = createRequire(
  path.resolve(import.meta.dirname, '../../../apps/gateway/package.json'),
)('ws')
const rate = Number(process.argv[2])

process.on('disconnect', () => process.exit(0))
process.on('message', (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage()
    return void process.send({ cpuMs: (user + system) / 1000 })
  }
  const message = JSON.parse(question.text)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () =>
    process.send({ port: server.address().port }),
  )
  setInterval(() => {
    for (const client of server.clients) client.send(JSON.stringify(message))
  }, 1000 / rate)
})
