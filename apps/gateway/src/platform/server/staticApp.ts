import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy, pageHeaders } from '../security/contentPolicy.ts'
import { createPageFinder, type IsListed, type PageRequest } from './pageFiles.ts'

export interface StaticAppOptions {
  /** The built app: `index.html` and the pages of each language beside its assets. */
  readonly root: string
  /** What the page's script reads from `#x-config`. */
  readonly config: object
  readonly imageOrigins?: readonly string[]
  /** Which pairs and contracts have a page. Default: whatever an address names. */
  readonly isListed?: IsListed | undefined
}

/** Answers what neither a route nor a file takes; `undefined` where only a 404 is left. */
export type PageAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | undefined

/**
 * Where the page stands under a name of its own; a folder or a raw template would be found there
 * otherwise.
 */
const PAGE_PATHS = ['/', '/index.html'] as const

const NONCE = /__CSP_NONCE__/g
const ORIGIN = /__X_ORIGIN__/g
const CONFIG = '__X_CONFIG__'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const NOT_BUILT =
  'The app is not built yet. Run npm start in the repository, or npm run dev for hot reload.\n'

/**
 * Serves the built files, and the page for every navigation, with status 404 where the app has no
 * page at the address.
 */
export function serveStaticApp(
  app: FastifyInstance,
  { root, config, imageOrigins = [], isListed }: StaticAppOptions,
): PageAnswer {
  const findPage = createPageFinder(root, isListed)
  const readPage = createPageReader(root, config)
  if (existsSync(root)) {
    void app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      // Pages hold places that are filled for each answer; raw they are of no use.
      allowedPath: (file) => !/^\/?pages\//.test(file),
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          isHashed(path.relative(root, file)) ? IMMUTABLE : REVALIDATE,
        ),
    })
  }

  for (const url of PAGE_PATHS) app.route({ method: ['GET', 'HEAD'], url, handler: sendPage })
  return (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isNavigation = asksForPage(request)
    return isRead && isNavigation ? sendPage(request, reply) : undefined
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { file, exists } = findPage(pageRequestOf(request))
    const page = await readPage(file)
    if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(16).toString('base64')
    const isHttps = request.protocol === 'https'
    const origin = /^[A-Za-z0-9.:[\]-]+$/.test(request.host)
      ? `${request.protocol}://${request.host}`
      : ''
    const policy = contentPolicy({ nonce, host: request.host, isHttps, imageOrigins })
    reply.headers({
      ...pageHeaders({ isHttps }),
      'content-security-policy': policy,
      'cache-control': 'no-store',
      vary: 'accept-language, cookie',
    })
    return reply
      .code(exists ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page.replace(NONCE, nonce).replace(ORIGIN, origin))
  }
}

/** Vite puts a hash of the content into every name below `assets`. */
function isHashed(file: string): boolean {
  return file.startsWith(`assets${path.sep}`)
}

/** Reads a page again only after a new build. */
function createPageReader(
  root: string,
  config: object,
): (name: string) => Promise<string | undefined> {
  // "<" would let a value end the element it stands in.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const pages = new Map<string, { readonly at: number; readonly page: string }>()
  return async (name) => {
    const file = path.join(root, name)
    const at = await stat(file).then(
      (found) => found.mtimeMs,
      () => undefined,
    )
    if (at === undefined) return undefined
    const known = pages.get(name)
    if (known?.at === at) return known.page
    const page = (await readFile(file, 'utf8')).replace(CONFIG, () => json)
    pages.set(name, { at, page })
    return page
  }
}

function pageRequestOf({ url, headers }: FastifyRequest): PageRequest {
  const cookie = /(?:^|;\s*)language=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  return { path: url.split('?', 1)[0] ?? '/', cookie, acceptLanguage: headers['accept-language'] }
}

/**
 * Browsers name HTML when they navigate; command-line clients take anything, and a path that ends
 * like a file is none of ours.
 */
function asksForPage({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const looksLikeFile = /\.[^/]+$/.test(path) || /^\/(assets|static)(\/|$)/.test(path)
  return accept.includes('text/html') || (accept.includes('*/*') && !looksLikeFile)
}
