import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/** How often a model source has failed in a row. A healthy source has no row. */
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
