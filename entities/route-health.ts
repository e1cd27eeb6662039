import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** Number of consecutive failures of a model source. A healthy source has no row. */
@Entity('route_health')
export class RouteHealth {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'route_health_pk' }) provider!: string;
  @PrimaryColumn({
    type: 'text',
    name: 'upstream_model',
    primaryKeyConstraintName: 'route_health_pk',
  })
  upstreamModel!: string;
  @Column({ type: 'integer' }) failures!: number;
  @Column({ ...TIME, name: 'rests_until' }) restsUntil!: Date;
}
