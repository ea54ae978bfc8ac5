import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { assertServerIdentity, createServerIdentity, isGatewaySignError, type ServerIdentity } from '@x/gateway-sign/server'

const FILE = 'identity.json'

/**
 * The keys of this gateway, made with the data folder and kept in it, readable by its owner only. A new identity
 * would make every client that embedded the issuer certificate refuse the gateway, so that a damaged file is an error.
 */
export async function loadIdentity({ dataDir, now }: { dataDir: string | undefined; now: number }): Promise<ServerIdentity> {
  if (dataDir === undefined) return createServerIdentity({ now })
  const file = path.join(dataDir, FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)))
  if (text !== undefined) return readIdentity(text, { file, now })
  const identity = await createServerIdentity({ now })
  // Written beside and moved in place: there is never half an identity.
  await writeFile(`${file}.new`, JSON.stringify(identity), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return identity
}

function readIdentity(text: string, { file, now }: { file: string; now: number }): ServerIdentity {
  const identity = parseIdentity(text)
  try {
    if (identity) {
      assertServerIdentity(identity, { now })
      return identity
    }
  } catch (error) {
    if (!isGatewaySignError(error, 'IDENTITY_INVALID')) throw error
    throw damaged(file, ` (${String(error.detail['fault'])})`)
  }
  throw damaged(file)
}

function parseIdentity(text: string): ServerIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ServerIdentity>
    const { issuerCertificatePem, issuerPrivateKeyPem, serverPublicKey, serverPrivateKeyPem, serverPublicKeySign } = value
    if (issuerCertificatePem && issuerPrivateKeyPem && serverPublicKey && serverPrivateKeyPem && serverPublicKeySign) return { issuerCertificatePem, issuerPrivateKeyPem, serverPublicKey, serverPrivateKeyPem, serverPublicKeySign }
  } catch {
    // The text holds private keys and belongs in no message.
  }
  return undefined
}

function damaged(file: string, why = ''): Error {
  return new Error(`The gateway's identity in ${file} is damaged${why}. Restore it from a backup, or remove it: a new one is made, and clients must be given its issuer certificate.`)
}
