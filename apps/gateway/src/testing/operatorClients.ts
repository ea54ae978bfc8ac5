import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fromBase32, totpAt, totpStep } from '../modules/second-factors/ports/totp.ts'

interface OperatorPages {
  /** Folder of `openDevelopmentOperators`. */
  readonly dir: string
  readonly url: string
  readonly now: () => number
}

/** What an operator keeps to themselves. */
export const operatorSecrets = async (dir: string, name: string) =>
  JSON.parse(await readFile(path.join(dir, 'operators', `${name}.json`), 'utf8')) as {
    readonly name: string
    readonly password: string
    readonly totpSecret: string
  }

/** Base64 of an operator's signature over a text. */
export async function operatorSignature(
  dir: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<string> {
  const pem = await readFile(path.join(dir, 'operators', `${name}.pem`))
  return sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64')
}

/** What the authenticator of an operator shows now. */
export async function operatorCode(
  { dir, now }: Pick<OperatorPages, 'dir' | 'now'>,
  name: string,
): Promise<string> {
  const { totpSecret } = await operatorSecrets(dir, name)
  return totpAt(fromBase32(totpSecret), totpStep(now()))
}

/** Sends a form as a browser does. */
export const postForm = (
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  })

/** Logs an operator in; answers what a browser would keep. */
export async function logInOperator({ dir, url, now }: OperatorPages, name: string) {
  const { password } = await operatorSecrets(dir, name)
  const code = await operatorCode({ dir, now }, name)
  const answer = await postForm(`${url}/login`, { name, password, code })
  if (answer.status !== 303) throw new Error(`The log-in of ${name} failed: ${answer.status}`)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = async () => (await fetch(`${url}/`, { headers: { cookie } })).text()
  const form = /name="form" value="([^"]+)"/.exec(await page())?.[1] ?? ''
  return {
    cookie,
    form,
    page,
    send: async (at: string, fields: Readonly<Record<string, string>> = {}) =>
      (await postForm(`${url}${at}`, { form, ...fields }, { cookie })).text(),
  }
}
