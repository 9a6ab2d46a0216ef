import './without-compiling.js'

export { run } from './run.js'
