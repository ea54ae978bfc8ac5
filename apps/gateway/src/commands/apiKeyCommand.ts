import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '../settings/settings.ts'

const PERMISSIONS = ['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw']
const USAGE =
  'Usage: npm run api-key -- [--permissions read,spot,futures] [--realm live|paper] [--url URL]'

/**
 * Prints a new API key of the demonstration account of a gateway that runs in development here.
 * @throws Error where none runs, or for other options
 */
export async function apiKeyCommand(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { dataDir, port } = readSettings(environment)
  const { permissions, realm, url = `http://localhost:${port}` } = readOptions(args)
  const password = await readPassword(dataDir)
  const response = await fetch(`${url}/v1/dev/apiKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, permissions, realm }),
  }).catch((cause: unknown) => {
    throw new Error(`No gateway answers at ${url}. Run npm start first, or name it by --url.`, {
      cause,
    })
  })
  const { code, msg, data } = (await response.json()) as {
    readonly code: string
    readonly msg: string
    readonly data: { readonly apiKey: string; readonly secret: string } | null
  }
  if (code !== '0' || !data) throw new Error(`The gateway gave no key: ${msg} (${code})`)
  say(`API key: ${data.apiKey}`)
  say(`API secret: ${data.secret}`)
}

function readOptions(args: readonly string[]) {
  const options = new Map<string, string>()
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = [args[at], args[at + 1]]
    if (!['--permissions', '--realm', '--url'].includes(name) || value === undefined)
      throw new Error(USAGE)
    options.set(name, value)
  }
  const permissions = (options.get('--permissions') ?? 'read,spot,futures').split(',')
  const realm = options.get('--realm') ?? 'live'
  if (!permissions.every((each) => PERMISSIONS.includes(each)) || !/^(live|paper)$/.test(realm))
    throw new Error(USAGE)
  return { permissions, realm, url: options.get('--url')?.replace(/\/$/, '') }
}

async function readPassword(dataDir: string): Promise<string> {
  try {
    const text = await readFile(path.join(dataDir, 'demo-account.json'), 'utf8')
    return (JSON.parse(text) as { readonly password: string }).password
  } catch (cause) {
    throw new Error(`${dataDir} has no demonstration account. Run npm start first.`, { cause })
  }
}
