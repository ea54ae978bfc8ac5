import { Button, ButtonLink } from '@x/ui/button'
import { useState } from 'react'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import {
  type AdvertTerms,
  changeP2p,
  DECIDED,
  type P2pOwnAdvert,
  publishAdvert,
  useOwnAdverts,
} from '../../data/p2p/adverts.ts'
import { PagedList } from '../../lib/lists/PagedList.tsx'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { draftOf, EMPTY_DRAFT } from './advertDraft.ts'
import { AdvertForm } from './AdvertForm.tsx'
import { AdvertRow } from './AdvertRow.tsx'
import { useP2pChange } from './useP2pChange.ts'
import { WithOffer } from './WithOffer.tsx'

/** `/p2p/adverts`: adverts of the user, and the editor. */
export function OwnAdvertsPage() {
  const t = useP2pMessages()
  const to = useLocalePath()
  const [edited, setEdited] = useState<P2pOwnAdvert | 'new'>()
  usePageTitle(t('advert.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('advert.title')}</h1>
        <span className={styles['line']}>
          <ButtonLink size="small" render={(props) => <Link {...props} to={to('/p2p/payments')} />}>
            {t('payment.title')}
          </ButtonLink>
          <Button
            size="small"
            variant={edited === undefined ? 'primary' : 'neutral'}
            onClick={() => setEdited('new')}
          >
            {t('advert.publish')}
          </Button>
        </span>
      </header>
      {edited === undefined ? null : (
        <Editor
          key={edited === 'new' ? edited : edited.advertId}
          advert={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <section className={styles['card']} aria-label={t('advert.title')}>
        <PagedList query={useOwnAdverts()} empty={t('advert.none')}>
          {(adverts) => (
            <ul className={styles['rows']}>
              {adverts.map((advert) => (
                <AdvertRow key={advert.advertId} advert={advert} onEdit={() => setEdited(advert)} />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </div>
  )
}

function Editor({
  advert,
  onClose,
}: {
  readonly advert: P2pOwnAdvert | 'new'
  readonly onClose: () => void
}) {
  const t = useP2pMessages()
  const { isBusy, changeProved, submitProved } = useP2pChange()
  const submitter = useSubmitter<AdvertTerms>('p2p', { decided: DECIDED })
  const isNew = advert === 'new'
  const send = (terms: AdvertTerms): Promise<boolean> => {
    if (isNew)
      return submitProved('p2pAdvert', (verifyToken) =>
        publishAdvert(terms, { submitter, verifyToken }),
      )
    const { side: _side, asset: _asset, fiat: _fiat, ...rest } = terms
    const { advertId } = advert
    return changeProved('p2pAdvert', {
      inState: 'advert.inState',
      make: (verifyToken) =>
        changeP2p('POST /v1/p2p/advert/edit', { advertId, ...rest, verifyToken }),
    })
  }
  return (
    <section className={styles['card']} aria-labelledby="p2p-editor">
      <span className={styles['line']}>
        <h2 id="p2p-editor" className={styles['heading']}>
          {t(isNew ? 'advert.publish' : 'advert.edit')}
        </h2>
        <Button size="small" onClick={onClose}>
          {t('orders.cancel')}
        </Button>
      </span>
      <WithOffer rows={6}>
        {(offer) => (
          <AdvertForm
            offer={offer}
            initial={isNew ? EMPTY_DRAFT : draftOf(advert)}
            {...(isNew ? {} : { escrowed: advert.side === 'sell' ? advert.remaining : '0' })}
            isBusy={isBusy}
            onSend={send}
            onDone={onClose}
          />
        )}
      </WithOffer>
    </section>
  )
}
