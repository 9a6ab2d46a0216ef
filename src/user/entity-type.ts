export { type EntityType, entityTypes } from '../graph/entity-type.js'
