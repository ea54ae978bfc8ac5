import { ButtonLink } from '@x/ui/button'
import { SearchX } from 'lucide-react'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'

interface UnknownPairProps {
  readonly symbol: string
  readonly level?: 1 | 2
}

/** In the place of the terminal where an address names no pair of this exchange. */
export default function UnknownPair(props: UnknownPairProps) {
  return (
    <PageTexts>
      <UnknownPairMessage {...props} />
    </PageTexts>
  )
}

function UnknownPairMessage({ symbol, level = 1 }: UnknownPairProps) {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <PageMessage
      level={level}
      icon={SearchX}
      action={
        <ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/markets')} />}>
          {t('spot.toMarkets')}
        </ButtonLink>
      }
    >
      {t('spot.unknownTitle', { symbol })}
    </PageMessage>
  )
}
