-- railhead, schema 5: a transfer that is taken back is taken back whole.

-- In schema 1 the name `old` stood in `transfer_unbook` for a table and for the row deleted, in whatever case. The row
-- of a commodity that a transfer had emptied was not made again while the account held another commodity, and what was
-- taken back was lost.
DROP TRIGGER transfer_book;
DROP TRIGGER transfer_unbook;

CREATE TRIGGER transfer_book AFTER INSERT ON transfer
BEGIN
    UPDATE stock_booking SET running = 1;
    INSERT INTO stock_balance
        SELECT party.account, NEW.commodity, 0,
            party.account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
            OR party.account GLOB 'captured_from:*'
        FROM (SELECT NEW.from_account AS account UNION ALL SELECT NEW.to_account) AS party
        WHERE NOT EXISTS (SELECT 1 FROM stock_balance AS held
                          WHERE held.account = party.account AND held.commodity = NEW.commodity);
    UPDATE stock_balance SET quantity = quantity + NEW.quantity
        WHERE account = NEW.to_account AND commodity = NEW.commodity;
    SELECT RAISE(ABORT, 'no account on the map below zero') FROM stock_balance
        WHERE account = NEW.from_account AND commodity = NEW.commodity AND quantity < NEW.quantity AND NOT boundary;
    UPDATE stock_balance SET quantity = quantity - NEW.quantity
        WHERE account = NEW.from_account AND commodity = NEW.commodity;
    DELETE FROM stock_balance
        WHERE account IN (NEW.from_account, NEW.to_account) AND commodity = NEW.commodity AND quantity = 0;
    UPDATE stock_booking SET running = 0;
END;
CREATE TRIGGER transfer_unbook AFTER DELETE ON transfer
BEGIN
    UPDATE stock_booking SET running = 1;
    INSERT INTO stock_balance
        SELECT party.account, OLD.commodity, 0,
            party.account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
            OR party.account GLOB 'captured_from:*'
        FROM (SELECT OLD.from_account AS account UNION ALL SELECT OLD.to_account) AS party
        WHERE NOT EXISTS (SELECT 1 FROM stock_balance AS held
                          WHERE held.account = party.account AND held.commodity = OLD.commodity);
    UPDATE stock_balance SET quantity = quantity + OLD.quantity
        WHERE account = OLD.from_account AND commodity = OLD.commodity;
    SELECT RAISE(ABORT, 'no account on the map below zero') FROM stock_balance
        WHERE account = OLD.to_account AND commodity = OLD.commodity AND quantity < OLD.quantity AND NOT boundary;
    UPDATE stock_balance SET quantity = quantity - OLD.quantity
        WHERE account = OLD.to_account AND commodity = OLD.commodity;
    DELETE FROM stock_balance
        WHERE account IN (OLD.from_account, OLD.to_account) AND commodity = OLD.commodity AND quantity = 0;
    UPDATE stock_booking SET running = 0;
END;

-- A file in which this has happened is put right: the transfers are as the log says, and balances are their sums.
UPDATE stock_booking SET running = 1;
DELETE FROM stock_balance;
INSERT INTO stock_balance
    SELECT account, commodity, sum(quantity),
        account IN ('opening', 'rail', 'air', 'consumed', 'destroyed', 'lost', 'adjustment')
        OR account GLOB 'captured_from:*'
    FROM (SELECT to_account AS account, commodity, quantity FROM transfer
          UNION ALL SELECT from_account, commodity, -quantity FROM transfer)
    GROUP BY account, commodity HAVING sum(quantity) <> 0;
UPDATE stock_booking SET running = 0;
