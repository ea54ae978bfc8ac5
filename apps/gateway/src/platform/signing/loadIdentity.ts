import { randomBytes } from 'node:crypto'
import {
  assertServerIdentity,
  createServerIdentity,
  isGatewaySignError,
  type OnlineServerIdentity,
  type ServerIdentity,
} from '@x/gateway-sign/server'
import { carriedOverSecret, derivedSecret, type GatewayIdentity } from './derivedSecret.ts'
import {
  identityFiles,
  issuerOf,
  readOptional,
  writeSecret,
  type IdentityFiles,
} from './identityFiles.ts'

export interface LoadIdentityOptions {
  /** Absent: nothing is kept. */
  readonly dataDir: string | undefined
  /** Where the master secret is kept instead of the data folder. */
  readonly masterSecretFile?: string | undefined
  readonly now: number
}

/** `identity.json`; until the issuer lay in a file of its own its private key was in it, too. */
export interface KeptIdentity extends OnlineServerIdentity {
  readonly issuerPrivateKeyPem?: string
  /** Names the master secret that belongs to it, without giving it away. */
  readonly masterSecretId?: string
  readonly previousServerKey?: GatewayIdentity['previousServerKey']
}

/** Resolved from the gateway, which lists it; the package only names it as an optional peer. */
const importJsrsasign = () => import('jsrsasign')

const SECRET = /^[0-9a-f]{64}$/
const SECRET_BYTES = 32

/**
 * The keys of this gateway, made with the data folder and kept in it, readable by its owner only. A
 * new identity would make every client that embedded the issuer certificate refuse the gateway, so
 * that a damaged file is an error.
 */
export async function loadIdentity({
  dataDir,
  masterSecretFile,
  now,
}: LoadIdentityOptions): Promise<GatewayIdentity> {
  if (dataDir === undefined)
    return {
      ...onlinePart(await createServerIdentity({ now, importJsrsasign })),
      masterSecret: randomBytes(SECRET_BYTES).toString('hex'),
    }
  const files = identityFiles(dataDir, { masterSecretFile })
  const text = await readOptional(files.identity)
  if (text === undefined) return createIdentity(files, now)
  const kept = readIdentity(text, { file: files.identity, now })
  const { issuerPrivateKeyPem, previousServerKey } = kept
  const masterSecret =
    issuerPrivateKeyPem === undefined
      ? await readMasterSecret(files, kept)
      : await splitIdentity(files, { ...kept, issuerPrivateKeyPem })
  const isPreviousOpen = previousServerKey !== undefined && now < previousServerKey.until
  const identity = {
    ...onlinePart(kept),
    masterSecret,
    ...(isPreviousOpen ? { previousServerKey } : {}),
  }
  // A private key that opens nothing any more is not kept.
  if (previousServerKey && !isPreviousOpen) await writeIdentity(files, identity)
  return identity
}

async function createIdentity(files: IdentityFiles, now: number): Promise<GatewayIdentity> {
  const identity = await createServerIdentity({ now, importJsrsasign })
  const masterSecret = (await findMasterSecret(files)) ?? randomBytes(SECRET_BYTES).toString('hex')
  await writeSecret(files.masterSecret, `${masterSecret}\n`)
  await writeSecret(files.issuer, JSON.stringify(issuerOf(identity)))
  await writeIdentity(files, { ...onlinePart(identity), masterSecret })
  return { ...onlinePart(identity), masterSecret }
}

/**
 * A folder from before: its secrets go on as they are, and the issuer's private key gets a file
 * that can be taken away.
 */
async function splitIdentity(files: IdentityFiles, kept: ServerIdentity): Promise<string> {
  const masterSecret = carriedOverSecret(kept)
  const found = await findMasterSecret(files)
  if (found !== undefined && found !== masterSecret) throw foreign(files)
  if (found === undefined) await writeSecret(files.masterSecret, `${masterSecret}\n`)
  if ((await readOptional(files.issuer)) === undefined)
    await writeSecret(files.issuer, JSON.stringify(issuerOf(kept)))
  // Last: until here a crash leaves a folder that is split again at the next start.
  await writeIdentity(files, { ...onlinePart(kept), masterSecret })
  return masterSecret
}

async function readMasterSecret(
  files: IdentityFiles,
  { masterSecretId }: KeptIdentity,
): Promise<string> {
  const masterSecret = await findMasterSecret(files)
  if (masterSecret === undefined)
    throw new Error(
      `The master secret ${files.masterSecret} is missing. Restore it from a backup, or ` +
        'name its file by MASTER_SECRET_FILE: a new one would end every authenticator.',
    )
  if (masterSecretId !== undefined && masterSecretIdOf(masterSecret) !== masterSecretId)
    throw foreign(files)
  return masterSecret
}

async function findMasterSecret(files: IdentityFiles): Promise<string | undefined> {
  const text = (await readOptional(files.masterSecret))?.trim()
  if (text !== undefined && !SECRET.test(text))
    throw new Error(
      `The master secret ${files.masterSecret} is damaged: it has to be 64 hex digits.`,
    )
  return text
}

/** @throws nothing; the file is written beside and moved in place. */
export async function writeIdentity(
  files: IdentityFiles,
  { masterSecret, ...identity }: GatewayIdentity,
): Promise<void> {
  const kept: KeptIdentity = { ...identity, masterSecretId: masterSecretIdOf(masterSecret) }
  await writeSecret(files.identity, JSON.stringify(kept))
}

function masterSecretIdOf(masterSecret: string): string {
  return derivedSecret({ masterSecret }, 'master-secret-id').toString('hex').slice(0, 16)
}

function onlinePart({
  issuerCertificatePem,
  serverPublicKey,
  serverPrivateKeyPem,
  serverPublicKeySign,
}: OnlineServerIdentity): OnlineServerIdentity {
  return { issuerCertificatePem, serverPublicKey, serverPrivateKeyPem, serverPublicKeySign }
}

function readIdentity(text: string, { file, now }: { file: string; now: number }): KeptIdentity {
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

function parseIdentity(text: string): KeptIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<KeptIdentity>
    const { issuerCertificatePem, serverPublicKey, serverPrivateKeyPem, serverPublicKeySign } =
      value
    if (issuerCertificatePem && serverPublicKey && serverPrivateKeyPem && serverPublicKeySign)
      return {
        ...value,
        issuerCertificatePem,
        serverPublicKey,
        serverPrivateKeyPem,
        serverPublicKeySign,
      }
  } catch {
    // The text holds private keys and belongs in no message.
  }
  return undefined
}

function damaged(file: string, why = ''): Error {
  return new Error(
    `The gateway's identity in ${file} is damaged${why}. Restore it from a backup, or ` +
      'remove it: a new one is made, and clients must be given its issuer certificate.',
  )
}

function foreign({ masterSecret, identity }: IdentityFiles): Error {
  return new Error(
    `The master secret ${masterSecret} is not the one of ${identity}: authenticators ` +
      'would stop working. Restore the one that belongs to it.',
  )
}
