import { createRoot } from 'react-dom/client'
import { UiProvider } from '@x/ui'
import '@x/ui/reset.css'
import '@x/ui/styles.css'
import './form.css'
import { OrderForm } from './OrderForm'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <UiProvider>
    <main>
      <OrderForm place={(order) => console.info(order)} />
    </main>
  </UiProvider>,
)
