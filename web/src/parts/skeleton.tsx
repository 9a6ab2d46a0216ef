import './skeleton.css'

/** Lines where a text or a list will be. Seen only once loading takes longer than 150 ms. */
export function Skeleton({
  lines = 6,
  isRows = false,
}: {
  readonly lines?: number
  readonly isRows?: boolean
}) {
  return (
    <div class={isRows ? 'skeleton skeleton-rows' : 'skeleton'} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span
          key={index}
          class="skeleton-line"
          style={{ '--width': `${[92, 78, 85, 64, 88, 71][index % 6]}%` }}
        />
      ))}
    </div>
  )
}
