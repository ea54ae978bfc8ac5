import { verifyProof } from '@x/reserves'
import { formatUnits } from '@x/decimal'
import { useState } from 'react'
import {
  readReservesProof,
  type ReservesProof,
  type ReservesReport,
} from '../../data/reserves/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'

/** What the user is owed in one asset, as the proof says. */
export interface OwnAmount {
  readonly asset: string
  readonly amount: string
}

/** What became of a verification. */
export type OwnVerdict =
  | { readonly kind: 'valid'; readonly amounts: readonly OwnAmount[] }
  | { readonly kind: 'invalid'; readonly fault: string }
  | { readonly kind: 'none' | 'unsupported' }
  | { readonly kind: 'failed'; readonly text: string }

/** Fetches the user's proof of a snapshot and verifies it in this browser. */
export function useOwnProof({ statement }: ReservesReport) {
  const t = useReservesMessages()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [proof, setProof] = useState<ReservesProof>()
  const [verdict, setVerdict] = useState<OwnVerdict>()
  const verify = async (): Promise<void> => {
    setBusy(true)
    setVerdict(undefined)
    try {
      const own = await dispatch(readReservesProof(statement.snapshotId))
      setProof(own)
      setVerdict(await verdictOf(own, statement.root))
    } catch (error) {
      setVerdict(
        failureOf(error).code === '40401'
          ? { kind: 'none' }
          : { kind: 'failed', text: serverText(error, t) },
      )
    } finally {
      setBusy(false)
    }
  }
  return { verify, proof, verdict, isBusy }
}

async function verdictOf(proof: ReservesProof, root: string): Promise<OwnVerdict> {
  // Browsers have WebCrypto only on pages that came over an encrypted connection.
  if (!globalThis.crypto?.subtle) return { kind: 'unsupported' }
  const verdict = await verifyProof(proof, { root })
  if (!verdict.isValid) return { kind: 'invalid', fault: verdict.fault }
  const { assets, scales } = verdict.statement
  return {
    kind: 'valid',
    amounts: assets.flatMap((asset, n) => {
      const atoms = verdict.amounts[n] ?? 0n
      return atoms === 0n
        ? []
        : [{ asset, amount: formatUnits(atoms, scales[n] ?? 0, { trim: true }) }]
    }),
  }
}
