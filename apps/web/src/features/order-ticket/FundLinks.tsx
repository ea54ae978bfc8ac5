import { ButtonLink } from '@x/ui/button'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** Where the trader's funds come from. */
export const FundLinks = ({ size }: { readonly size?: 'mini' | undefined }) => (
  <PageTexts>
    <Links size={size} />
  </PageTexts>
)

function Links({ size = 'standard' }: { readonly size?: 'mini' | 'standard' | undefined }) {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <>
      <ButtonLink size={size} render={(props) => <Link {...props} to={to('/asset/deposit')} />}>
        {t('assets.deposit')}
      </ButtonLink>
      <ButtonLink size={size} render={(props) => <Link {...props} to={to('/asset/transfer')} />}>
        {t('transfer.title')}
      </ButtonLink>
    </>
  )
}
