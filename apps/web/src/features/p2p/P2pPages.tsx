import { P2pTexts } from '../../lib/lazy/P2pTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { MarketPage } from './MarketPage.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrdersPage } from './OrdersPage.tsx'
import { OwnAdvertsPage } from './OwnAdvertsPage.tsx'
import { PaymentsPage } from './PaymentsPage.tsx'

/** `/p2p` for everybody; orders, adverts and payment methods for users. */
export function P2pPages() {
  const [, , section, id] = usePagePath().split('/')
  return (
    <P2pTexts>
      {section === undefined || section === '' ? (
        <MarketPage />
      ) : (
        <ForUsers>
          <StepUpProvider>
            <UserPage section={section} id={id} />
          </StepUpProvider>
        </ForUsers>
      )}
    </P2pTexts>
  )
}

function UserPage({ section, id }: { readonly section: string; readonly id: string | undefined }) {
  if (section === 'payments') return <PaymentsPage />
  if (section === 'adverts') return <OwnAdvertsPage />
  return id === undefined ? <OrdersPage /> : <OrderPage key={id} orderId={id} />
}
