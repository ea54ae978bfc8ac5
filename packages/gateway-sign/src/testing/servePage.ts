import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { build } from 'esbuild'
import { createDecryptor } from '../server/createDecryptor.ts'
import { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
import { createVerifier } from '../server/createVerifier.ts'
import type { ClientKey } from '../server/serverKeys.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import type { GatewaySignConfig } from '../wire.ts'

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types static"
const SESSION = { userId: 'u1', sessionId: 's1' }

/** A script address that never answers. */
export const SILENT = '/static/silent.js'

/** The page of `page.ts`, split as an application's bundler splits it, with more scripts by path, and behind it a gateway of the server half. */
export async function servePage({ config = {}, scripts = {} }: { config?: Partial<GatewaySignConfig>; scripts?: Readonly<Record<string, Uint8Array>> } = {}) {
  const { outputFiles } = await build({
    entryPoints: { main: path.join(import.meta.dirname, 'page.ts') },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    conditions: ['x-source'],
    external: ['crypto'],
    write: false,
  })
  const files = new Map<string, Uint8Array>([...outputFiles.map((file): [string, Uint8Array] => [file.path, file.contents]), ...Object.entries(scripts)])

  const settings = { config: createTestConfig(config) }
  const clock = { ...createManualClock(), now: () => Date.now() }
  const keys = new Map<string, ClientKey>()
  const decryptor = createDecryptor({ privateKeyPem: testServerIdentity.serverPrivateKeyPem })
  const verifier = createVerifier({ rules: settings.config, clock, replay: createMemoryReplayStore({ clock }), keys: { find: async ({ keyId }) => keys.get(keyId) } })
  const requests: string[] = []

  const answer = async ({ method, pathname, headers, body }: { method: string; pathname: string; headers: Record<string, string | undefined>; body: string }) => {
    if (pathname === '/v1/mix/config/gatewaySignConfig') return { code: '0', data: { gatewaySignConfig: settings.config } }
    if (pathname === '/v1/user/login') {
      const opened = decryptor.decrypt({ path: pathname, tm: headers['tm'] ?? '', traceId: headers['trace-id'] ?? '', body: JSON.parse(body) as Record<string, unknown> })
      if (!opened.ok) return { code: '40101', data: null }
      if (opened.clientKey) keys.set(opened.clientKey.keyId, opened.clientKey)
      return { code: '0', data: { userInfo: { userId: SESSION.userId } } }
    }
    const verdict = await verifier.verify({ method, path: pathname, headers, body, session: SESSION })
    return { code: verdict.ok ? '0' : verdict.code, data: null }
  }
  const json = (response: ServerResponse, value: unknown) => response.writeHead(200, { 'content-type': 'application/json', 'request-time': String(Date.now()) }).end(JSON.stringify(value))

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(pathname)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (pathname === SILENT) return
      const file = files.get(pathname)
      if (file) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(file)
      if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end('<!doctype html><title>page</title><script type="module" src="/main.js"></script>')
      if (!pathname.startsWith('/v1/')) return response.writeHead(404).end()
      const headers = request.headers as Record<string, string | undefined>
      const cookies = pathname === '/v1/user/login' ? ['x_token=t1; Max-Age=3600; Path=/', 'x_uid=u1; Max-Age=3600; Path=/'] : []
      response.setHeader('set-cookie', cookies)
      void answer({ method: request.method ?? 'GET', pathname, headers, body: Buffer.concat(chunks).toString() }).then((value) => json(response, value))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    requests,
    settings,
    /** The text of every script that was asked for since the last call. */
    scripts: () => requests.splice(0).flatMap((pathname) => (files.has(pathname) ? [Buffer.from(files.get(pathname) ?? []).toString()] : [])),
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
