import { ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SearchX } from 'lucide-react'
import { useParams } from 'react-router'
import { PageFace } from '../../app/PageFace.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { useMessages } from '../../messages.ts'
import { failureOf } from '../errors/serverText.ts'
import { useFact } from '../facts/useFact.ts'
import { PairTitle } from './PairTitle.tsx'
import styles from './terminal.module.css'
import { Terminal } from './Terminal.tsx'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'

/** `/spot/:symbol` */
export function SpotPage() {
  const t = useMessages()
  const { symbol = '' } = useParams()
  const wanted = symbol.toUpperCase()
  const { data: symbols, isLoading, error, refetch } = useFact((facts) => facts.symbols)
  if (isLoading) return <TerminalSkeleton />
  if (!symbols) return <div className={styles['nothing']}><ErrorState title={t('spot.unreachable')} onRetry={() => void refetch()} traceId={failureOf(error).traceId} /></div>
  const spec = symbols.find((candidate) => candidate.symbol === wanted)
  if (!spec) return <UnknownPair symbol={symbol} />
  return (
    <>
      <PairTitle spec={spec} />
      <Terminal key={spec.symbol} spec={spec} symbols={symbols} />
    </>
  )
}

function UnknownPair({ symbol }: { symbol: string }) {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <PageFace icon={SearchX} action={<ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/markets')} />}>{t('spot.toMarkets')}</ButtonLink>}>
      {t('spot.unknownTitle', { symbol })}
    </PageFace>
  )
}
