import { onMounted } from 'vue'
import DefaultTheme from 'vitepress/theme'
import DemoSettings from './DemoSettings.vue'
import Diagram from './Diagram.vue'
import LiveDemo from './LiveDemo.vue'
import TokenTable from './TokenTable.vue'
import WidgetGrid from './WidgetGrid.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries({
      DemoSettings,
      Diagram,
      LiveDemo,
      TokenTable,
      WidgetGrid,
    }))
      app.component(name, component)
  },
  setup() {
    onMounted(() => {
      // Reads work offline from then on; in development the pages change all the time.
      if (import.meta.env.PROD && 'serviceWorker' in navigator)
        void navigator.serviceWorker.register('/serviceWorker.js')
    })
  },
}
