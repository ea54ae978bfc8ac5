import type { Decryptor, Verifier } from '@x/gateway-sign/server'
import type { Clock } from '@x/kit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AuditCall } from '../audit/createAudit.ts'
import { DatabaseUnavailableError } from '../db/DatabaseUnavailableError.ts'
import type { SessionReader } from '../http/SessionReader.ts'
import type { HandledRequest } from '../http/HandledRequest.ts'
import {
  assertStorable,
  createAdmission,
  SignRefusal,
  unreadable,
  type Admitted,
} from '../security/admission.ts'
import { createPathGuard, pathOf } from '../http/canonicalPath.ts'
import { createAddressReader, createProxyRule } from '../http/clientAddress.ts'
import { serializeCookie } from '../http/cookies.ts'
import type { DecryptLimit } from '../security/createDecryptLimit.ts'
import type { ReplayQuota } from '../security/createReplayQuota.ts'
import { malformedParameter, success } from '../http/envelope.ts'
import { errorAnswer, httpAnswer, isSchemaFault, type ErrorAnswer } from './errorAnswer.ts'
import { answerBrokenRequest } from './brokenRequest.ts'
import {
  cameOverTls,
  createHostRule,
  createOriginRule,
  hasHost,
  isLocalhost,
} from '../http/hosts.ts'
import { traceIdOf, type Log } from '../log/Log.ts'
import { inPart, type RequestTrace, type Tracing } from '../tracing/Tracing.ts'
import { createBodyParser } from '../security/parseBody.ts'
import { DATA_POLICY, securityHeaders } from '../security/securityHeaders.ts'
import { repeatedParameter } from '../security/repeatedParameters.ts'
import {
  GatewayError,
  RawAnswer,
  type GatewayModule,
  type CookieOptions,
  type GatewayRequest,
  type RouteSpec,
  type SocketPath,
} from '../http/route.ts'
import { createContractCheck } from '../http/contractCheck.ts'
import { requestValidator } from '../http/requestValidators.ts'
import { answerQuickly } from './quickAnswers.ts'
import { attachSockets } from './sockets.ts'
import { CHECK_CONNECTIONS_MS } from './listen.ts'
import { createOutageLog } from './createOutageLog.ts'
import { createRefusalLog } from '../security/createRefusalLog.ts'
import { serveStaticApp, type StaticAppOptions } from './staticApp.ts'

/** What the operator sets about the HTTP server. */
export interface ServerSettings {
  /** Whether encrypted endpoints take sensitive fields in clear. Default: in development. */
  readonly allowsPlaintext?: boolean | undefined
  /**
   * Whether encrypted bodies may come without a client key. Default: yes, as the specification has
   * it.
   */
  readonly allowsKeyless?: boolean | undefined
  /** Pages of other origins that may call; in development those of this machine may anyway. */
  readonly allowedOrigins?: readonly string[]
  /** Host names beside those of this machine that a development gateway answers under. */
  readonly allowedHosts?: readonly string[]
  /** Addresses or networks of reverse proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustProxy?: string | undefined
  /** Open web sockets of one address group, past reverse proxies; default 100. */
  readonly connectionsPerAddress?: number | undefined
  /**
   * Called with each answer or refusal that differs from the contract; it may throw. Default: in
   * development a line of the log, in production nothing is compared.
   */
  readonly onContractFault?: ((fault: string) => void) | undefined
}

export interface ServerOptions extends ServerSettings {
  readonly modules: readonly GatewayModule[]
  readonly sessions: SessionReader
  readonly verifier: Verifier
  readonly decryptor: Decryptor
  readonly decryptLimit?: DecryptLimit | undefined
  readonly replayQuota?: ReplayQuota | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly isDevelopment: boolean
  /** Runs each handler; writes go into the audit log there. Default: runs it. */
  readonly audit?: AuditCall | undefined
  /** Spans of the calls under /v1; absent: none. */
  readonly tracing?: Pick<Tracing, 'request'> | undefined
  /** Given every answer that was sent. */
  readonly observe?: ((answered: HandledRequest) => void) | undefined
  /** Serves the app on every path that no route takes. */
  readonly staticApp?: StaticAppOptions | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | undefined
    /** The handler has begun: what it does may have been done when it fails. */
    hasBegun: boolean
    /** The code of the envelope that it was answered with. */
    answerCode: string | undefined
    trace: RequestTrace | undefined
  }
}

const BODY_LIMIT = 1024 * 1024
/** A request that is not whole by then is given up, however slowly it drips. */
const REQUEST_TIMEOUT_MS = 30_000
const EXPOSED_HEADERS = 'request-time, gw-sign-error'
const POLICY = 'content-security-policy'
const [OVER_TLS, IN_CLEAR] = [true, false].map((isHttps) =>
  Object.entries(securityHeaders({ isHttps })),
) as [[string, string][], [string, string][]]
/** Of answers that do without the framework: names and values in turn. */
const [LISTED_OVER_TLS, LISTED_IN_CLEAR] = [OVER_TLS, IN_CLEAR].map((headers) => [
  ...headers.flat(),
  'access-control-expose-headers',
  EXPOSED_HEADERS,
]) as [string[], string[]]
const CORS_HEADERS =
  'accept, content-type, apptheme, beta, terminalcode, terminaltype, devicelanguage, ' +
  'locale, language, x-realm, dy-token, tm, trace-id, traceparent, device-sign, ' +
  'device-sign-mode, device-sign-data-md5, device-sign-key'

/**
 * The HTTP and web-socket server: every route of the modules behind the same guards, every
 * answer in the same form.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { clock, log, isDevelopment } = options
  const routes = options.modules
    .flatMap((module) => module.routes)
    .filter((route) => isDevelopment || !route.developmentOnly)
  const sockets: readonly SocketPath[] = options.modules.flatMap((module) => module.sockets ?? [])
  const isKnownSpelling = createPathGuard([...routes, ...sockets].map(({ path }) => path))
  const origins = createOriginRule({ allowedOrigins: options.allowedOrigins ?? [], isDevelopment })
  const answersTo = createHostRule({ names: options.allowedHosts ?? [], isDevelopment })
  const isTrusted = createProxyRule(options.trustProxy)
  const noteOutage = createOutageLog({ clock, log })
  const noteRefusal = createRefusalLog({ clock, log })
  const onContractFault =
    options.onContractFault ??
    (isDevelopment
      ? (fault: string) => log.error('An answer differs from the contract', { fault })
      : undefined)
  const contract = onContractFault ? createContractCheck() : undefined
  const endpoints = new Map(
    routes.map(({ method, path, endpoint }) => [`${method} ${path}`, endpoint]),
  )
  const methods = new Map(routes.map(({ path, method }) => [path, method]))

  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own refusal of a request without a host has neither envelope nor headers.
    http: { connectionsCheckingInterval: CHECK_CONNECTIONS_MS, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, { socket, now: clock.now() }),
    routerOptions: { querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  const admit = createAdmission({
    ...options,
    allowsPlaintext: options.allowsPlaintext ?? false,
    allowsKeyless: options.allowsKeyless ?? true,
    parseBody: createBodyParser(app.getDefaultJsonParser('error', 'error')),
  })

  app.setValidatorCompiler(requestValidator)
  app.decorateRequest('admitted', undefined)
  app.decorateRequest('hasBegun', false)
  app.decorateRequest('answerCode', undefined)
  app.decorateRequest('trace', undefined)
  // The text itself is what was signed; it is parsed after the signature proved right.
  app.removeAllContentTypeParsers()
  // Files: a character for each byte, so that the text holds any.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.toString('latin1')),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url)
    const isOfApp = isUnderV1(path)
    if (isOfApp) request.trace = options.tracing?.request(request.headers)
    if (!isKnownSpelling(path) || !hasHost(request.raw)) return sendError(reply, httpAnswer(400))
    if (!answersTo(request.headers.host)) return sendError(reply, httpAnswer(421))
    const repeated = isOfApp ? repeatedParameter(request.url) : undefined
    if (repeated !== undefined)
      return sendError(
        reply,
        errorAnswer(malformedParameter(repeated, `${repeated} is there twice`)),
      )
    const { origin, host, 'sec-fetch-site': site } = request.headers
    const asked = { origin, host, isTls: cameOverTls(request.raw) }
    const fetchSite = typeof site === 'string' ? site : undefined
    // A page of another site must not act with this browser's cookies, not even by a form that
    // needs no preflight.
    if (request.method === 'POST' && isOfApp && !origins.mayAct({ ...asked, fetchSite }))
      return sendError(reply, httpAnswer(403))
    if (origins.isForeign(asked))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'origin',
      })
    if (request.method === 'OPTIONS') return preflight(reply)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'other' : (request.routeOptions.url ?? 'other')
    const handled = {
      method: request.method,
      route,
      status: reply.statusCode,
      code: request.answerCode,
      seconds: reply.elapsedTime / 1000,
    }
    options.observe?.(handled)
    request.trace?.end(handled)
  })
  app.addHook('onSend', async (request, reply) => addCommonHeaders(request, reply))
  app.setErrorHandler(answerError)
  const pages = options.staticApp && serveStaticApp(app, options.staticApp)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    const method = methods.get(path)
    if (method) return sendError(reply.header('allow', method), httpAnswer(405))
    return (
      (isUnderV1(path) ? undefined : pages?.(request, reply)) ?? sendError(reply, httpAnswer(404))
    )
  })
  for (const spec of routes) addRoute(spec)
  for (const module of options.modules) module.mount?.(app)
  const addressOf = createAddressReader(options.trustProxy)
  answerQuickly(app.server, {
    quick: options.modules.flatMap(({ quick }) => quick ?? []),
    isKnownSpelling,
    answersTo,
    addressOf,
    isTrusted,
    headersOf: ({ isHttps }) =>
      (isHttps ? LISTED_OVER_TLS : LISTED_IN_CLEAR).concat('request-time', String(clock.now())),
    observe: options.observe,
  })
  const endSockets = attachSockets(app.server, {
    sockets,
    origins,
    answersTo,
    isKnownSpelling,
    addressOf,
    perAddress: options.connectionsPerAddress,
  })
  app.addHook('preClose', async () => endSockets())
  return app

  function addRoute(spec: RouteSpec): void {
    app.route({
      method: spec.method,
      url: spec.path,
      ...(spec.schema ? { schema: spec.schema } : {}),
      ...(spec.maxBodyBytes === undefined ? {} : { bodyLimit: spec.maxBodyBytes }),
      async preValidation(request) {
        assertStorable(request.query as Record<string, string>)
        const rawBody = typeof request.body === 'string' ? request.body : ''
        request.admitted = await inPart(request.trace, 'admission', () =>
          admit(spec, {
            path: pathOf(request.url),
            headers: headersOf(request),
            rawBody,
            address: request.ip,
          }),
        )
        // What the schema judges and the handler sees is the opened body.
        request.body = request.admitted.body
      },
      handler: (request, reply) => handle(spec, request, reply),
    })
  }

  async function handle(
    spec: RouteSpec,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // Last of all, so that a body which fails anywhere before answers the same when it comes again,
    // and burns nobody's trace id.
    await request.admitted?.claim?.()
    request.hasBegun = true
    const cookies: string[] = []
    const asked = requestOf(request, {
      cookies,
      isProxied: isTrusted(request.raw.socket.remoteAddress ?? ''),
    })
    const run = () => spec.handler(asked)
    const answer = await inPart(request.trace, 'handler', () =>
      options.audit ? options.audit(spec, asked, run) : run(),
    ).catch(async (error: unknown) => {
      await request.admitted?.failed?.()
      throw error
    })
    report(spec.endpoint && contract?.answerFault(spec.endpoint, answer))
    // Only a request that succeeded leaves cookies behind.
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    if (!(answer instanceof RawAnswer)) {
      const envelope = success(answer)
      request.answerCode = envelope.code
      return reply.send(envelope)
    }
    return reply
      .code(answer.status)
      .headers({ 'content-type': answer.contentType, ...answer.headers })
      .send(answer.body)
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A schema fault that describes the inside of an unauthenticated encrypted part would show a
    // forger which forgery opened.
    const mayHaveTaken = request.hasBegun && request.method !== 'GET'
    const answer = errorAnswer(
      request.admitted?.isUnauthenticated && isSchemaFault(error) ? unreadable() : error,
      { mayHaveTaken },
    )
    if (
      error instanceof DatabaseUnavailableError ||
      (error instanceof GatewayError && error.code === '00006' && error.cause !== undefined)
    )
      noteOutage(error)
    if (answer.isFault)
      log.error('A request failed', {
        method: request.method,
        path: pathOf(request.url),
        trace: traceIdOf(request.headers),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    if (error instanceof SignRefusal) {
      reply.header('gw-sign-error', error.code)
      noteRefusal({
        path: pathOf(request.url),
        trace: traceIdOf(request.headers),
        code: error.code,
        reason: error.reason,
      })
    }
    const endpoint = endpoints.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (!answer.isFault) report(endpoint && contract?.refusalFault(endpoint, answer))
    // Requests that the router could not read run no hooks.
    addCommonHeaders(request, reply)
    return sendError(reply, answer)
  }

  function report(fault: string | undefined): void {
    if (fault !== undefined) onContractFault?.(fault)
  }

  function timeHeaders() {
    return {
      'request-time': String(clock.now()),
      'access-control-expose-headers': EXPOSED_HEADERS,
    }
  }

  /** A page brings a policy of its own, and what may be embedded elsewhere says so itself. */
  function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    const isData = isUnderV1(pathOf(request.url))
    for (const [name, value] of request.protocol === 'https' ? OVER_TLS : IN_CLEAR)
      if (!reply.hasHeader(name)) reply.header(name, value)
    if (isData && !reply.hasHeader(POLICY)) reply.header(POLICY, DATA_POLICY)
    reply.headers(timeHeaders())
    if (isData) reply.header('cache-control', 'no-store')
  }
}

function requestOf(
  request: FastifyRequest,
  { cookies, isProxied }: { readonly cookies: string[]; readonly isProxied: boolean },
): GatewayRequest {
  const isSecure = request.protocol === 'https' || isLocalhost(request.hostname)
  const { session, signKeyId = null, clientKey, body = {}, rawBody = '' } = request.admitted ?? {}
  return {
    path: pathOf(request.url),
    query: request.query as Record<string, string>,
    body,
    rawBody,
    headers: headersOf(request),
    address: request.ip,
    isProxied,
    session,
    clientKey,
    signKeyId,
    isSecure,
    setCookie: (name: string, value: string, options: CookieOptions = {}) =>
      void cookies.push(serializeCookie(name, value, { ...options, secure: isSecure })),
  }
}

/** Node joins what a client repeats; only `set-cookie`, which no request has, would be a list. */
function headersOf(request: FastifyRequest): Record<string, string | undefined> {
  return request.headers as Record<string, string | undefined>
}

function isUnderV1(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}

function sendError(reply: FastifyReply, { status, envelope }: ErrorAnswer): FastifyReply {
  reply.request.answerCode = envelope.code
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(envelope)
}

function preflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': CORS_HEADERS,
      'access-control-max-age': '600',
    })
    .send()
}

function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value
  return query
}
