import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { RawAnswer, type RouteSpec } from '../../../platform/http/route.ts'

/** What the page reads of devices and apps. */
export interface PageSettings {
  /** Schemes of apps that links in texts of others may open, such as `exampleapp:`. */
  readonly appSchemes?: readonly string[] | undefined
  /** A terminal code that an earlier system gave to every device and that counts as none. */
  readonly legacyTerminalCode?: string | undefined
  /** The script of the device service, which the page loads before it asks for a token. */
  readonly deviceScript?: DeviceScript | undefined
}

export interface DeviceScript {
  readonly code: string
  readonly integrity: string
}

/** Under the site's static path, as its other scripts (spec 7.8). */
export const DEVICE_SCRIPT_PATH = '/static/device/sdk.js'

/** Schemes that browsers give a meaning of their own. */
const NO_APP = /^(?:https?|wss?|javascript|data|vbscript|file|blob|about|mailto|tel):$/

/** @throws Error that names the variable. */
export function readAppSchemes(list: readonly string[]): readonly string[] {
  const bad = list.find(
    (scheme) => !/^[a-z][a-z0-9+.-]{1,40}:$/.test(scheme) || NO_APP.test(scheme),
  )
  if (bad !== undefined)
    throw new Error(
      `APP_SCHEMES has ${JSON.stringify(bad)}; each must be the scheme of an app, such as ` +
        'exampleapp:.',
    )
  return list
}

/** @throws Error that names the variable. */
export function readLegacyTerminalCode(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[0-9a-f]{32}$/.test(text))
    throw new Error('LEGACY_TERMINAL_CODE must be 32 hexadecimal digits in lower case.')
  return text
}

/** @throws Error where the file cannot be read. */
export async function readDeviceScript(
  file: string | undefined,
): Promise<DeviceScript | undefined> {
  if (file === undefined) return undefined
  const code = await readFile(file, 'utf8')
  const hash = createHash('sha384').update(code).digest('base64')
  return { code, integrity: `sha384-${hash}` }
}

/** This part of the page's configuration, in its words. */
export const pagePart = ({ appSchemes = [], legacyTerminalCode, deviceScript }: PageSettings) => ({
  ...(appSchemes.length === 0 ? {} : { appSchemes }),
  ...(legacyTerminalCode === undefined ? {} : { legacyTerminalCode }),
  ...(deviceScript === undefined
    ? {}
    : { deviceScript: { src: DEVICE_SCRIPT_PATH, integrity: deviceScript.integrity } }),
})

export function deviceScriptRoutes({ deviceScript }: PageSettings): RouteSpec[] {
  if (!deviceScript) return []
  const { code, integrity } = deviceScript
  // By its hash each time: a new gateway must not meet an old script.
  const headers = { etag: `"${integrity}"`, 'cache-control': 'no-cache' }
  return [
    {
      method: 'GET',
      path: DEVICE_SCRIPT_PATH,
      access: 'public',
      summary: 'The script of the device service.',
      handler: async (request) =>
        request.headers['if-none-match'] === headers.etag
          ? new RawAnswer('', JAVASCRIPT, { status: 304, headers })
          : new RawAnswer(code, JAVASCRIPT, { headers }),
    },
  ]
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'
