import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import express from 'express'
import { createSignGuard, expressSign } from '@x/gateway-sign/server'
import type { ClientKey, OnlineServerIdentity } from '@x/gateway-sign/server'
import { nodeClock } from '@x/kit/node'
import { profile } from '../shared/wire.ts'

interface Session {
  readonly userId: string
  readonly sessionId: string
}

const file = new URL('identity.json', import.meta.url)
const identity = JSON.parse(readFileSync(file, 'utf8')) as OnlineServerIdentity
const sessions = new Map<string, Session>() // by token
const keys = new Map<string, ClientKey>() // by session and key id
const tokenOf = ({ authorization }: { readonly authorization?: string | undefined }) =>
  authorization?.replace('Bearer ', '') ?? ''

const guard = createSignGuard({
  identity,
  profile,
  clock: nodeClock(),
  rules: { exactUrls: { '/api/orders': '2' } },
  keys: { find: async ({ keyId, sessionId }) => keys.get(`${sessionId} ${keyId}`) },
  session: ({ headers }) => sessions.get(tokenOf(headers)),
  onRefusal: ({ method, path, code, reason }) => console.log(method, path, code, reason),
})
const sign = expressSign(guard)
const app = express()

app.get('/api/sign-config', (_request, response) => {
  response.json({ gatewaySignConfig: guard.config })
})
app.use(sign, express.json()) // the guard before the body parser

app.post('/api/login', (request, response) => {
  const { user, password } = request.body as { user?: unknown; password?: unknown }
  if (typeof user !== 'string' || password !== 'correct horse') {
    response.status(401).json({ message: 'The user name or the password is wrong' })
    return
  }
  const [token, session] = [randomUUID(), { userId: user, sessionId: randomUUID() }]
  sessions.set(token, session)
  const clientKey = sign.admitted(request)?.clientKey
  if (clientKey) keys.set(`${session.sessionId} ${clientKey.keyId}`, clientKey)
  response.json({ token, session })
})

app.post('/api/orders', (request, response) => {
  // Only a request signed by the key of this session comes here.
  response.status(201).json({ id: randomUUID(), ...(request.body as object) })
})

app.post('/api/logout', (request, response) => {
  sessions.delete(tokenOf(request.headers)) // without a session no key is found
  response.json({})
})

app.use(express.static('dist'))
const port = Number(process.env['PORT'] ?? 3001)
app.listen(port, (error) => {
  if (error) throw error // such as a port in use
  console.log(`http://localhost:${port}`)
})
