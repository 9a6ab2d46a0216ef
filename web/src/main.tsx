// First: it says which layer of style outweighs which.
import './look/tokens.css'
import './look/base.css'
import './look/forced-colors.css'

import { effect } from '@preact/signals'
import { render } from 'preact'
import { followCaller } from './api/caller.js'
import { listenToChanges } from './api/changes.js'
import { App } from './app.js'
import { listenToKeys } from './keys/use-keys.js'
import { language } from './language/language.js'
import { followLinks } from './location/location.js'
import { applyPreferences } from './shell/preferences.js'

applyPreferences()
effect(() => {
  document.documentElement.lang = language.value
})
followLinks()
listenToKeys()
listenToChanges()
followCaller()
render(<App />, document.getElementById('app') as HTMLElement)
