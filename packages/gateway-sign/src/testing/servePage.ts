import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { build } from 'esbuild'
import { createDecryptor } from '../server/createDecryptor.ts'
import { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
import { createVerifier } from '../server/createVerifier.ts'
import type { ClientKey } from '../server/clientKey.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import type { GatewaySignConfig } from '../wire.ts'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for " +
  "'script'; trusted-types static"
const USER_ID = 'u1'
/** Delay between the response headers, which set the cookies, and the end of the body. */
const SLOW_BODY_MS = 1_000

/** A script URL that never responds. */
export const UNRESPONSIVE_SCRIPT = '/static/silent.js'

interface PageOptions {
  readonly config?: Partial<GatewaySignConfig>
  readonly scripts?: Readonly<Record<string, Uint8Array>>
  /**
   * Each log-in opens a session with its own token, and only that log-in's key signs in it. The
   * first response is slow after its headers.
   */
  readonly sessions?: boolean
}

const buildPage = () =>
  build({
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
/** Built once per test file. */
let built: ReturnType<typeof buildPage> | undefined

/**
 * Serves the page of `page.ts`, bundled with code splitting, plus the given scripts, and a gateway
 * built from the server half.
 */
export async function servePage({ config = {}, scripts = {}, sessions = false }: PageOptions = {}) {
  built ??= buildPage()
  const { outputFiles } = await built
  const files = new Map<string, Uint8Array>([
    ...outputFiles.map((file): [string, Uint8Array] => [file.path, file.contents]),
    ...Object.entries(scripts),
  ])

  const settings = { config: createTestConfig(config) }
  const clock = { ...createManualClock(), now: () => Date.now() }
  const keys = new Map<string, { readonly key: ClientKey; readonly token: string }>()
  let logins = 0
  const decryptor = createDecryptor({ privateKeyPem: testServerIdentity.serverPrivateKeyPem })
  const verifier = createVerifier({
    rules: settings.config,
    clock,
    replay: createMemoryReplayStore({ clock }),
    keys: {
      find: async ({ keyId, sessionId }) =>
        keys.get(keyId)?.token === sessionId ? keys.get(keyId)?.key : undefined,
    },
  })
  const requests: string[] = []

  const answer = async ({
    method,
    pathname,
    headers,
    body,
    token,
  }: {
    method: string
    pathname: string
    headers: Record<string, string | undefined>
    body: string
    token: string
  }) => {
    if (pathname === '/v1/mix/config/gatewaySignConfig')
      return { code: '0', data: { gatewaySignConfig: settings.config } }
    if (pathname === '/v1/user/login') {
      const opened = decryptor.decrypt({
        path: pathname,
        tm: headers['tm'] ?? '',
        traceId: headers['trace-id'] ?? '',
        body: JSON.parse(body) as Record<string, unknown>,
      })
      if (!opened.ok) return { code: '40101', data: null }
      if (opened.clientKey) keys.set(opened.clientKey.keyId, { key: opened.clientKey, token })
      return { code: '0', data: { userInfo: { userId: USER_ID } } }
    }
    const verdict = await verifier.verify({
      method,
      path: pathname,
      headers,
      body,
      session: { userId: USER_ID, sessionId: token },
    })
    return { code: verdict.ok ? '0' : verdict.code, data: null }
  }
  const json = (response: ServerResponse, value: unknown, { delayMs }: { delayMs: number }) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'request-time': String(Date.now()) })
      .flushHeaders()
    setTimeout(() => response.end(JSON.stringify(value)), delayMs)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(pathname)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (pathname === UNRESPONSIVE_SCRIPT) return
      const file = files.get(pathname)
      if (file) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(file)
      if (pathname === '/')
        return response
          .writeHead(200, {
            'content-type': 'text/html',
            'content-security-policy': CONTENT_SECURITY_POLICY,
          })
          .end('<!doctype html><title>page</title><script type="module" src="/main.js"></script>')
      if (!pathname.startsWith('/v1/')) return response.writeHead(404).end()
      const headers = request.headers as Record<string, string | undefined>
      const isLogin = pathname === '/v1/user/login'
      const token = isLogin
        ? `t${sessions ? ++logins : 1}`
        : (/x_token=([^;]*)/.exec(headers['cookie'] ?? '')?.[1] ?? 't1')
      response.setHeader(
        'set-cookie',
        isLogin
          ? [`x_token=${token}; Max-Age=3600; Path=/`, `x_uid=${USER_ID}; Max-Age=3600; Path=/`]
          : [],
      )
      void answer({
        method: request.method ?? 'GET',
        pathname,
        headers,
        body: Buffer.concat(chunks).toString(),
        token,
      }).then((value) =>
        json(response, value, { delayMs: isLogin && sessions && logins === 1 ? SLOW_BODY_MS : 0 }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    requests,
    settings,
    /** The text of every script requested since the last call. */
    scripts: () =>
      requests
        .splice(0)
        .flatMap((pathname) =>
          files.has(pathname) ? [Buffer.from(files.get(pathname) ?? []).toString()] : [],
        ),
    close: () =>
      new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
