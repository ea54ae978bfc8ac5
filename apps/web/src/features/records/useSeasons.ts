import { useAppSelector } from '../../app/servicesContext.ts'
import { usePaperAccountQuery } from '../realm/paperAccount.ts'
import { selectRealm } from '../session/slice.ts'

const NONE: readonly number[] = []

/** The paper seasons that records are told apart by, the running one first; none before the first reset, and with real money. */
export function useSeasons(): readonly number[] {
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const { data } = usePaperAccountQuery(undefined, { skip: !isPaper })
  return isPaper && data && data.season > 1 ? data.seasons.map(({ season }) => season) : NONE
}
