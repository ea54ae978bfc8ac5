import { ButtonLink } from '@x/ui/button'
import { SearchX } from 'lucide-react'
import { PageFace } from '../../app/PageFace.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { useMessages } from '../../messages.ts'

/** In the place of the terminal where an address names no pair of this exchange. */
export default function UnknownPair({ symbol }: { symbol: string }) {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <PageFace icon={SearchX} action={<ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/markets')} />}>{t('spot.toMarkets')}</ButtonLink>}>
      {t('spot.unknownTitle', { symbol })}
    </PageFace>
  )
}
