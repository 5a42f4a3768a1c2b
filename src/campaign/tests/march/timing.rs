//! A bound of a large theatre, both sides on the march: `cargo test --release -p railhead-campaign theatre -- --ignored --nocapture`.

use std::time::Instant;

use campaign::march::Manner;
use domain::*;

use super::*;
use crate::squares::*;

/// A theatre of 600 by 400 squares; 50 divisions of 20 leaves on each side, on the march towards each other.
#[test]
#[ignore = "measures; run it alone"]
fn theatre() {
    let mut campaign = empty();
    (campaign.frame.columns, campaign.frame.rows) = (600, 400);
    campaign.ground = std::sync::Arc::new(campaign::Ground::blank(&campaign.frame));
    let map = ground(&mut campaign);
    for row in 0..400_u16 {
        for col in 0..600_u16 {
            let mixed = (u32::from(col) * 7_919 + u32::from(row) * 104_729) % 13;
            map.set_terrain(sq(col, row), if mixed < 3 { Terrain::Close } else { Terrain::Open });
            if row % 8 == 0 && col + 1 < 600 {
                map.set_road(sq(col, row).side_to(sq(col + 1, row)).unwrap(), Some(RoadQuality::Good));
            }
        }
    }
    let mut orders = Vec::new();
    for division in 0..50_u16 {
        for (of, col, to) in [("AX", 270, 300), ("SU", 330, 300)] {
            let id = format!("{}.{division}", of.to_lowercase());
            formation(&mut campaign, &id, of);
            for number in 0..20_u16 {
                let mobility = if division % 3 == 0 { Mobility::Motorised } else { Mobility::Foot };
                let at = sq(col + number % 4, division * 8 + number / 4);
                leaf(&mut campaign, &format!("{id}.{number:02}"), of, Arm::Infantry, mobility, at);
            }
            let rate = if division % 2 == 0 { Manner::Road } else { Manner::Contact };
            orders.push((id, order(&[sq(to, division * 8)], rate)));
        }
    }
    let orders: Vec<_> = orders.iter().map(|(id, order)| (id.as_str(), order.clone())).collect();
    for _ in 0..3 {
        let start = Instant::now();
        let account = run(&campaign, &orders);
        println!("{} leaves in {:?}", account.leaves.len(), start.elapsed());
        assert_eq!(account.leaves.len(), 2_000);
        assert!(account.leaves.iter().filter(|leaf| leaf.has_marched()).count() > 1_900);
    }
}
