export { RecollectStore } from './recollect-store.js'
