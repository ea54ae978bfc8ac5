import { ButtonLink } from '@x/ui/button'
import { SearchX } from 'lucide-react'
import { PageFace } from '../../app/PageFace.tsx'
import { PageTexts } from '../../app/PageTexts.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { usePageMessages } from '../../messages.ts'

/** In the place of the terminal where an address names no pair of this exchange. */
export default function UnknownPair(props: { readonly symbol: string }) {
  return (
    <PageTexts>
      <Face {...props} />
    </PageTexts>
  )
}

function Face({ symbol }: { readonly symbol: string }) {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <PageFace
      icon={SearchX}
      action={
        <ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/markets')} />}>
          {t('spot.toMarkets')}
        </ButtonLink>
      }
    >
      {t('spot.unknownTitle', { symbol })}
    </PageFace>
  )
}
