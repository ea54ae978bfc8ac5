import { ButtonLink } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { useCopyUpdates } from '../../data/copy/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import { CopyLists } from './CopyLists.tsx'
import { Follows } from './Follows.tsx'
import { MyLead } from './MyLead.tsx'

/** `/copy-trading/my`: what the user follows, its orders and shares, and leading. */
export function MyCopyPage() {
  const t = useCopyMessages()
  const to = useLocalePath()
  const isUser = useAppSelector(selectStatus) === 'user'
  usePageTitle(t('copy.mine'))
  useCopyUpdates()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('copy.mine')}</h1>
        <ButtonLink size="small" render={(props) => <Link {...props} to={to('/copy-trading')} />}>
          {t('copy.leaders')}
        </ButtonLink>
      </header>
      {isUser ? (
        <>
          <Follows />
          <CopyLists />
          <MyLead />
        </>
      ) : (
        <EmptyState
          action={
            <ButtonLink
              render={(props) => (
                <Link {...props} to={to(`/login?from=${encodeURIComponent('/copy-trading/my')}`)} />
              )}
            >
              {t('shell.login')}
            </ButtonLink>
          }
        >
          {t('copy.none')}
        </EmptyState>
      )}
    </div>
  )
}
