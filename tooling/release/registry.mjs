// A registry on this machine, for rehearsals. It knows no other registry.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { installOnDemand } from '../bootstrap/onDemand.mjs'

const folder = path.join(import.meta.dirname, 'registry')

/**
 * Starts an empty registry that asks for a login.
 *
 * @returns {Promise<{ url: string, token: string, userconfig: string,
 *   refuseAfter: (uploads: number) => void, stop: () => Promise<void> }>} its address, which is
 *   another one each time, as npm remembers what an address said; a token, and an npm
 *   configuration that is logged in; `refuseAfter` answers 401 to every upload after so many
 */
export async function startRegistry() {
  await installOnDemand(folder)
  const work = mkdtempSync(path.join(os.tmpdir(), 'x-registry-'))
  const prefix = `/${randomBytes(6).toString('hex')}/`
  const inner = await startVerdaccio({ work, prefix })
  let allowed = Infinity
  const proxy = http.createServer((request, response) => {
    const below = request.url?.startsWith(prefix) ? request.url.slice(prefix.length - 1) : '/-/'
    if (request.method === 'PUT' && below.startsWith('/@') && allowed-- <= 0) {
      request.resume()
      return response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    }
    const { method, headers } = request
    const onward = http.request({ port: inner.port, path: below, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `http://127.0.0.1:${proxy.address().port}${prefix}`
  const userconfig = path.join(work, 'npmrc')
  const token = await register(url)
  writeFileSync(userconfig, `registry=${url}\n${url.replace('http:', '')}:_authToken=${token}\n`)
  return {
    url,
    token,
    userconfig,
    refuseAfter: (uploads) => (allowed = uploads),
    stop: async () => {
      proxy.closeAllConnections()
      proxy.close()
      inner.child.kill()
      await once(inner.child, 'exit')
      rmSync(work, { recursive: true, force: true })
    },
  }
}

async function startVerdaccio({ work, prefix }) {
  const port = await freePort()
  const config = path.join(work, 'config.yaml')
  mkdirSync(path.join(work, 'storage'))
  writeFileSync(
    config,
    JSON.stringify({
      storage: path.join(work, 'storage'),
      url_prefix: prefix,
      max_body_size: '50mb',
      auth: { htpasswd: { file: path.join(work, 'htpasswd') } },
      packages: { '**': { access: '$all', publish: '$authenticated' } },
      log: { type: 'stdout', format: 'json', level: 'warn' },
      web: { enable: false },
    }),
  )
  const child = spawn(
    process.execPath,
    [
      path.join(folder, 'node_modules/verdaccio/bin/verdaccio'),
      '--config',
      config,
      '--listen',
      `127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit').then(() => {
    throw new Error('The registry ended while it started')
  })
  ended.catch(() => {})
  await Promise.race([answers(port), ended])
  return { port, child }
}

async function answers(port) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/-/ping`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function freePort() {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function register(url) {
  const answer = await fetch(`${url}-/user/org.couchdb.user:rehearsal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: 'rehearsal-only', type: 'user' }),
  })
  const { token } = await answer.json()
  if (!token) throw new Error(`The registry gave no token (${answer.status})`)
  return token
}
