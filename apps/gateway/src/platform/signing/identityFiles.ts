import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServerIdentity } from '@x/gateway-sign/server'

/** The keys and secrets of a data folder, each readable by its owner only. */
export interface IdentityFiles {
  /** The server key, its signature by the issuer, the issuer's certificate. */
  readonly identity: string
  /** The issuer's certificate and private key; can lie offline. */
  readonly issuer: string
  /** What secrets derive from. */
  readonly masterSecret: string
}

export interface Issuer {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

export function identityFiles(
  dataDir: string,
  { masterSecretFile }: { masterSecretFile?: string | undefined } = {},
): IdentityFiles {
  return {
    identity: path.join(dataDir, 'identity.json'),
    issuer: path.join(dataDir, 'issuer.json'),
    masterSecret: masterSecretFile ?? path.join(dataDir, 'master.secret'),
  }
}

/** `undefined` where there is no such file. */
export async function readOptional(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : Promise.reject(error),
  )
}

/** Written beside and moved in place: there is never half a file. */
export async function writeSecret(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export function issuerOf({
  issuerCertificatePem,
  issuerPrivateKeyPem,
}: Pick<ServerIdentity, 'issuerCertificatePem' | 'issuerPrivateKeyPem'>): Issuer {
  return { certificatePem: issuerCertificatePem, privateKeyPem: issuerPrivateKeyPem }
}

/** @throws Error for a file that is missing or no issuer; its message holds no key. */
export async function readIssuer(file: string): Promise<Issuer> {
  const text = await readOptional(file)
  if (text === undefined)
    throw new Error(`There is no ${file}. Name the issuer's file by --issuer.`)
  try {
    const { certificatePem, privateKeyPem } = JSON.parse(text) as Partial<Issuer>
    if (certificatePem && privateKeyPem) return { certificatePem, privateKeyPem }
  } catch {
    // The text holds a private key and belongs in no message.
  }
  throw new Error(`${file} is no issuer's file: it needs certificatePem and privateKeyPem.`)
}
