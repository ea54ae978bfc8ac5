import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings/settings.ts'

const USAGE =
  'Usage: npm run gateway -- upgrade-rules --to <version> --operator <name> ' +
  '--password-file <file> --code <code of the authenticator> [--url <of the operator pages>]'

/** As the pages of operators answer it. */
const FORM = /name="form" value="([^"]+)"/
const NOTICE = /<p role="status">([^<]*)<\/p>/

interface Options {
  readonly to: string
  readonly operator: string
  readonly password: string
  readonly code: string
  readonly url: string
}

/**
 * The command `upgrade-rules`: switches the rules of the log, as the form on the pages of operators
 * does, with the log-in of an operator.
 * @throws Error where it is refused, or no gateway that trades answers
 */
export async function upgradeRulesCommand(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const options = await readOptions(environment, args)
  const cookie = await logIn(options)
  const { form } = await readPage(options, cookie)
  const { notice } = await readPage(options, cookie, {
    path: `/rules/${options.to}/upgrade`,
    fields: { form },
  })
  await post(options, { path: '/logout', fields: { form }, cookie })
  if (!notice.includes('in force')) throw new Error(`The rules were not switched: ${notice}`)
  say(notice)
}

async function readOptions(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<Options> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { to: text, operator: text, 'password-file': text, code: text, url: text },
  })
  const { to = '', operator, 'password-file': file, code } = values
  if (!/^[1-9]\d{0,5}$/.test(to) || !operator || !file || !code) throw new Error(USAGE)
  const { operatorPort } = readSettings(environment)
  if (values.url === undefined && operatorPort === 0)
    throw new Error('Name the pages of operators by --url, or set OPERATOR_PORT.')
  const url = (values.url ?? `http://127.0.0.1:${operatorPort}`).replace(/\/$/, '')
  return { to, operator, code, url, password: (await readFile(file, 'utf8')).trimEnd() }
}

interface Form {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly cookie?: string
}

async function post({ url }: Options, { path, fields, cookie }: Form): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: cookie === undefined ? {} : { cookie },
  }).catch((cause: unknown) => {
    throw new Error(`The pages of operators do not answer at ${url}.`, { cause })
  })
}

/** The cookie of the log-in. */
async function logIn(options: Options): Promise<string> {
  const { operator: name, password, code } = options
  const answer = await post(options, { path: '/login', fields: { name, password, code } })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (answer.status !== 303 || cookie === '') throw new Error('The log-in was refused.')
  return cookie
}

async function readPage(
  options: Options,
  cookie: string,
  sent?: Form,
): Promise<{ readonly form: string; readonly notice: string }> {
  const answer = sent
    ? await post(options, { ...sent, cookie })
    : await fetch(`${options.url}/`, { headers: { cookie } })
  const text = await answer.text()
  return { form: FORM.exec(text)?.[1] ?? '', notice: NOTICE.exec(text)?.[1] ?? 'no answer' }
}
